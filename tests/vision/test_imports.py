"""Running the models must never need what making them needs."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module",
    ["vision.dice.dice", "vision.photo.picture", "vision.drawing.debug_view", "hardware.opencv"],
)
def test_seeing_needs_no_torch(module):
    code = (
        "import sys\n"
        "for heavy in ('torch', 'torchvision', 'ultralytics', 'onnx', 'models'):\n"
        "    sys.modules[heavy] = None\n"
        f"import {module}\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_describing_the_command_loads_nothing_heavy():
    code = (
        "import argparse, sys\n"
        "from companion.commands.play import look\n"
        "look.configure(argparse.ArgumentParser())\n"
        "loaded = {'cv2', 'numpy', 'onnxruntime'} & set(sys.modules)\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
