"""What onnxruntime prints about processors that it does not know never reaches users."""

import os
import subprocess
import sys

import pytest

from vision.dice.runtime import load, standard_error_without


def test_only_lines_with_those_words_are_left_out(capfd):
    with standard_error_without(b"cpuinfo", b"gpu"):
        os.write(2, b"Error in cpuinfo: no list of processors\n")
        os.write(2, b"somebody else's trouble\n")
        os.write(2, b"no gpu found\n")
    print("afterwards", file=sys.stderr)
    assert capfd.readouterr().err == "somebody else's trouble\nafterwards\n"


def test_what_was_written_before_an_error_comes_too(capfd):
    def fails():
        with standard_error_without(b"cpuinfo"):
            os.write(2, b"libgomp is missing\n")
            raise ImportError

    with pytest.raises(ImportError):
        fails()
    assert capfd.readouterr().err == "libgomp is missing\n"


def test_loading_it_says_nothing_and_leaves_standard_error_alone():
    code = "import os; from vision.dice.runtime import load; load(); os.write(2, b'heard')"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert (done.stdout, done.stderr) == (b"", b"heard")


def test_it_can_be_loaded_where_nobody_listens():
    code = "import os; os.close(2); from vision.dice.runtime import load; print(load().__name__)"
    done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE)
    assert done.stdout == b"onnxruntime\n"


def test_it_is_loaded_once():
    assert load() is load()
