"""The packages of others that the companion needs, and which versions of them are installed."""

from importlib import metadata

#: As pyproject.toml has them, with the module that each brings.
PACKAGES = {
    "babel": "babel",
    "flask": "flask",
    "numpy": "numpy",
    "onnxruntime": "onnxruntime",
    "opencv-python": "cv2",
    "rich": "rich",
    "segno": "segno",
    "waitress": "waitress",
}


def versions() -> dict[str, str | None]:
    """The version of each package; None for what is not installed."""
    return {name: _version(name) for name in PACKAGES}


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
