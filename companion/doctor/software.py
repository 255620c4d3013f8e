"""Checks of what is installed and kept: Python, packages, weights, settings, data, logs."""

import platform
import sys
from pathlib import Path

from companion.archive.shelf import LOG
from companion.common.errors import CompanionError
from companion.common.finding import Finding, bad, good, skipped, warning
from companion.common.packages import PACKAGES, versions
from companion.doctor.patient import Patient
from companion.log.files import aside_of, is_there
from companion.log.reading import read_events
from companion.settings.data_folder import NewerDataError, claim, folder_of

_OLDEST, _TOO_NEW = (3, 11), (3, 14)
_REINSTALL = "install the companion again: pip install --force-reinstall table-companion"
_LOAD = f"""
import importlib
try:
    for name in {[*PACKAGES.values()]}:
        importlib.import_module(name)
    print("loaded")
except Exception as error:
    print(f"{{name}}: {{error}}")
"""


def python(_: Patient) -> Finding:
    """A Python that we run on, as a 64-bit program."""
    version = platform.python_version()
    if not _OLDEST <= sys.version_info[:2] < _TOO_NEW:
        return bad(f"Python {version}", "Python 3.11, 3.12 or 3.13 is needed")
    if sys.maxsize < 1 << 32:
        return bad(
            f"Python {version}, 32 bit", "install the 64-bit Raspberry Pi OS: there are no packages"
        )
    return good(f"Python {version}, {platform.machine()}")


def packages(patient: Patient) -> Finding:
    """Every package is there, and can be loaded by a process of its own."""
    found = versions()
    missing = [name for name, version in found.items() if version is None]
    if missing:
        return bad(f"missing: {', '.join(missing)}", _REINSTALL)
    # A wheel for another processor is there and yet can't be loaded, sometimes not even politely.
    answer = patient.run([sys.executable, "-c", _LOAD])
    if answer == "loaded":
        return good(", ".join(f"{name} {version}" for name, version in found.items()))
    if answer and "shared object" in answer:
        return bad(answer, "sudo apt install libgl1 libglib2.0-0")
    return bad(answer or "a package is there but can't be loaded", _REINSTALL)


def numpy_and_simplejpeg(patient: Patient) -> Finding:
    """The system's simplejpeg was compiled for the system's numpy, and ours is newer."""
    code = (
        "import importlib.util as u, sys\n"
        "if u.find_spec('simplejpeg') is None: print('absent'); sys.exit()\n"
        "try: import simplejpeg\n"
        "except ValueError: print('clash')\n"
        "else: print('fits')"
    )
    answer = patient.run([sys.executable, "-c", code])
    if answer == "absent":
        return skipped("simplejpeg is not there; only picamera2 needs it")
    if answer == "fits":
        return good("simplejpeg and numpy fit together")
    return bad(
        "simplejpeg was made for another numpy, so picamera2 can't be loaded",
        "beside the companion: pip install --force-reinstall --no-deps simplejpeg",
    )


def libcamera(patient: Patient) -> Finding:
    """picamera2 and libcamera, where there may be a camera module."""
    wanted = patient.settings.text("camera.name").startswith("picamera2")
    if not patient.is_pi and not wanted:
        return skipped("this is no Raspberry Pi")
    code = "import libcamera, picamera2; print('loaded')"
    if patient.run([sys.executable, "-c", code]) == "loaded":
        return good("picamera2 can be loaded")
    advice = (
        "sudo apt install python3-picamera2, and make the environment with --system-site-packages"
    )
    return (bad if wanted else warning)("picamera2 can't be loaded", advice)


def weights(_: Patient) -> Finding:
    """The networks are those that we measured, bit by bit."""
    from companion.camera.eyes.opening import WEIGHTS_VARIABLE, dice_weights

    try:
        found = dice_weights()
    except CompanionError as error:
        return bad(str(error), f"{_REINSTALL}, or unset {WEIGHTS_VARIABLE}")
    return good(f"{found.finder.path.name} and {found.reader.path.name} have the right checksums")


def settings(patient: Patient) -> Finding:
    """They have been read, or we would not be here."""
    path: Path = patient.settings.path
    return good(str(path) if path.is_file() else "no file, so the defaults count")


def data(patient: Patient) -> Finding:
    """The data folder is ours, not newer, and can be written."""
    folder = folder_of(patient.settings)
    try:
        claim(folder)
        probe = folder / ".doctor"
        probe.write_bytes(b"")
        probe.unlink()
    except NewerDataError as error:
        return bad(str(error), "update the companion: get the new one, and call install.sh again")
    except CompanionError as error:
        return bad(str(error), "see the folder's owner and rights, or set data.folder")
    except OSError as error:
        return bad(f"{folder}: {error.strerror}", "see the folder's owner and rights")
    return good(str(folder))


_WHOLE = "opening the game reads out what can be read and sets the damaged files aside"


def logs(patient: Patient) -> Finding:
    """Every log is whole; one that was damaged before is named, with its number of lost events."""
    folders = {path.parent for path in folder_of(patient.settings).rglob(f"{LOG}*")}
    wrong, aside, count = [], [], 0
    for folder in sorted(folders):
        log = folder / LOG
        if is_there(log):
            count += 1
            try:
                _, problem = read_events(log)
            except CompanionError as error:
                problem = str(error)
            if problem:
                wrong.append(f"{folder.name}: {problem}")
        aside += [f"{folder.name}/{one.name}" for one in aside_of(log)]
    if wrong:
        return bad("; ".join(wrong), _WHOLE)
    if aside:
        return warning(
            f"{count} whole; damaged files were set aside: {', '.join(aside)}",
            "what could be read of them is in the game; remove them when you miss nothing",
        )
    return good(f"{count} whole") if count else skipped("there is no game yet")
