"""Checks of the computer: disk, clock, memory, temperature, power."""

import re
import shutil
import time
from pathlib import Path

from companion.common.finding import Finding, bad, good, graded, skipped, warning
from companion.doctor.patient import Patient
from companion.settings.data_folder import folder_of

_TIGHT, _FULL = 1e9, 1e8
_LITTLE_MEMORY, _NO_MEMORY = 600, 250
_WARM, _HOT = 75, 82
_NEWEST_YEAR = 2025
_THROTTLED = {
    0: "the voltage is too low",
    1: "the processor is slowed down",
    2: "the processor is throttled",
    3: "it is near its temperature limit",
}
_SINCE_START = 16
_POWER = "use the power supply that was made for this Pi, with a short cable"


def disk(patient: Patient) -> Finding:
    """Room for games and pictures."""
    folder = folder_of(patient.settings)
    there = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(there).free
    found = f"{free / 1e9:.1f} GB free for {folder}"
    advice = "make room, or set data.folder to another disk"
    return graded(found, advice, wrong=free < _FULL, tight=free < _TIGHT)


def clock(patient: Patient) -> Finding:
    """A Pi without a network has no idea what time it is, and games are named by their day."""
    now = time.strftime("%Y-%m-%d %H:%M")
    if time.localtime().tm_year < _NEWEST_YEAR:
        return bad(f"it is {now}, says the clock", "connect it to the internet once, or set it")
    synchronized = patient.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if synchronized == "no":
        return warning(
            f"{now}, not synchronized", "sudo timedatectl set-ntp true, with a network once"
        )
    return good(now)


def memory(patient: Patient) -> Finding:
    """What is free for pictures and networks."""
    text = patient.read("proc/meminfo") or ""
    numbers = {name: int(size) // 1024 for name, size in re.findall(r"(\w+):\s+(\d+) kB", text)}
    if "MemAvailable" not in numbers:
        return skipped("this system does not say")
    free = numbers["MemAvailable"]
    found = f"{free} MB free of {numbers.get('MemTotal', 0)} MB"
    advice = "end other programs, such as a browser or a desktop on the Pi itself"
    return graded(found, advice, wrong=free < _NO_MEMORY, tight=free < _LITTLE_MEMORY)


def temperature(patient: Patient) -> Finding:
    """Of the processor."""
    zones = sorted((patient.root / "sys/class/thermal").glob("thermal_zone*/temp"))
    degrees = [_degrees(path) for path in zones]
    known = [value for value in degrees if value is not None]
    if not known:
        return skipped("this system does not say")
    hottest = max(known)
    found = f"{hottest:.0f} °C"
    advice = "give it a heat sink or a fan, and air"
    return graded(found, advice, wrong=hottest >= _HOT, tight=hottest >= _WARM)


def _degrees(path: Path) -> float | None:
    try:
        return int(path.read_text()) / 1000
    except (OSError, ValueError):
        return None


def power(patient: Patient) -> Finding:
    """What the Pi's firmware says about voltage and throttling, now and since it was started."""
    if not patient.is_pi:
        return skipped("this is no Raspberry Pi")
    match = re.search(r"0x([0-9a-fA-F]+)", patient.run(["vcgencmd", "get_throttled"]) or "")
    if match is None:
        return skipped("the firmware does not say (vcgencmd)")
    bits = int(match.group(1), 16)
    now = [text for bit, text in _THROTTLED.items() if bits >> bit & 1]
    before = [text for bit, text in _THROTTLED.items() if bits >> bit + _SINCE_START & 1]
    if now:
        return bad(", ".join(now), _POWER)
    if before:
        return warning(f"since it was started: {', '.join(before)}", _POWER)
    return good("voltage and temperature were good all the time")
