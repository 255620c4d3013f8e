"""Puts the companion onto a card with Raspberry Pi OS, so that its first start installs it.

    python3 card/prepare.py BOOTFS [OPTIONS OF companion setup]

BOOTFS is the small part of the card, which every computer shows as a drive, freshly written by
Raspberry Pi Imager with a user and a Wi-Fi ("Edit settings"). Only Python 3 is needed here.
"""

import argparse
import shutil
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parent
PACKED = ("companion", "hardware", "models", "vision", "web", "requirements")
PACKED_FILES = ("install.sh", "pyproject.toml", "README.md", "LICENSE")
ON_CARD = ("hook.sh", "first_boot.sh", "first-boot.service")
FOLDER = "table-companion"
HOOK = f"sh /boot/firmware/{FOLDER}/hook.sh"
#: What Imager leaves for the first start: one of these, by the age of the system on the card.
CLOUD, SCRIPT = "user-data", "firstrun.sh"


class CardError(Exception):
    """This is no card that can be prepared; the message says what to do."""


def prepare(boot: Path, options: list[str]) -> Path:
    """Put everything onto the card; gives the file that calls us at the first start.

    Raises:
        CardError: It is not a card of Raspberry Pi OS with the settings of Imager.
    """
    if not (boot / "config.txt").is_file() or not (boot / "cmdline.txt").is_file():
        raise CardError(f"{boot} is not the boot part of a card with Raspberry Pi OS")
    caller, called = _with_call(boot)
    target = boot / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for name in ON_CARD:
        # Without the line ends that a copy for Windows may have: a shell takes them for words.
        (target / name).write_bytes((HERE / name).read_bytes().replace(b"\r\n", b"\n"))
    (target / "options").write_bytes("".join(f"{word}\n" for word in options).encode())
    with tarfile.open(target / "project.tar.gz", "w:gz") as pack:
        for name in (*PACKED, *PACKED_FILES):
            pack.add(PROJECT / name, f"{FOLDER}/{name}", filter=_as_for_everybody)
    caller.write_bytes(called.encode())
    return caller


def _with_call(boot: Path) -> tuple[Path, str]:
    for name, add in ((SCRIPT, _in_script), (CLOUD, _in_cloud)):
        path = boot / name
        if path.is_file():
            text = path.read_text("utf-8").replace("\r\n", "\n")
            return path, text if f"{FOLDER}/hook.sh" in text else add(text)
    raise CardError(
        f"{boot} has neither {SCRIPT} nor {CLOUD}: write the card with Raspberry Pi Imager, and "
        "let it set a user and your Wi-Fi (Edit settings)"
    )


def _in_script(text: str) -> str:
    """Called by Imager's own script, before it removes itself and the Pi starts again."""
    lines = text.splitlines()
    ends = [n for n, line in enumerate(lines) if line.startswith(("rm -f /boot", "exit"))]
    lines.insert(ends[0] if ends else len(lines), f"{HOOK} || true")
    return "\n".join([*lines, ""])


def _in_cloud(text: str) -> str:
    """Called by cloud-init when the network is up, after everything else."""
    lines = text.splitlines() or ["#cloud-config"]
    call = f"- [{', '.join([*HOOK.split(), 'now'])}]"
    starts = [n for n, line in enumerate(lines) if line.startswith("runcmd:")]
    if not starts:
        return "\n".join([*lines, "runcmd:", f"  {call}", ""])
    start = starts[0]
    if lines[start].removeprefix("runcmd:").strip():
        raise CardError(f"runcmd of {CLOUD} is written in one line; write it as a list below it")
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or lines[end][0] in " -#"):
        end += 1
    items = [line for line in lines[start + 1 : end] if line.lstrip().startswith("- ")]
    indent = items[0][: len(items[0]) - len(items[0].lstrip())] if items else "  "
    lines.insert(start + 1, indent + call)
    return "\n".join([*lines, ""])


def _as_for_everybody(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """As root would pack it, without what Python keeps for itself."""
    if "__pycache__" in entry.name:
        return None
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mode = 0o755 if entry.isdir() or entry.name.endswith(".sh") else 0o644
    return entry


def main(arguments: list[str]) -> int:
    """Prepare the card that is named; 2 when it can't be prepared."""
    parser = argparse.ArgumentParser(
        description="Put the companion onto a card with Raspberry Pi OS.",
        epilog="Other options go to `companion setup` on the Pi, such as --players 4.",
    )
    parser.add_argument("boot", metavar="BOOTFS", type=Path, help="the card's boot drive")
    args, options = parser.parse_known_args(arguments)
    try:
        caller = prepare(args.boot, options)
    except (CardError, OSError) as error:
        print(f"prepare.py: {error}", file=sys.stderr)
        return 2
    print(
        f"{caller.name} of the card calls the companion's installer now. Eject the card, put it\n"
        "into the Pi and switch it on. After some minutes http://raspberrypi.local:8000/ answers\n"
        "(the name is the one that you gave the Pi); a screen at the Pi shows the QR code."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
