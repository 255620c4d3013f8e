"""The models that ship, and how they are made.

Importing this package costs nothing: only the steps of `python -m models` need torch.
"""

from pathlib import Path


def weights_folder() -> Path:
    """The folder with the ONNX files and their `manifest.json`."""
    return Path(__file__).resolve().parent / "weights"
