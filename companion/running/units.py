"""The systemd unit: what it says, and where it is put."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

NAME = "table-companion.service"
WATCHDOG = 60
"""Seconds without a sign of life after which systemd starts the companion anew."""

# When systemd ends one that hangs, Python writes into the journal where it hung.
_COMMON = """\
Environment=PYTHONFAULTHANDLER=1
Type=notify
NotifyAccess=main
Restart=on-failure
RestartSec=3
WatchdogSec={watchdog}
TimeoutStartSec=120
TimeoutStopSec=20
LimitCORE=0
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
SystemCallArchitectures=native
"""
# What only a service of the system may do: hide the rest of the computer from it. Devices are left
# in sight, for there are cameras of many kinds among them.
_SYSTEM = """\
User={user}
SupplementaryGroups=video
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths={writable}
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictNamespaces=yes
"""


@dataclass(frozen=True)
class Unit:
    """A service: what is run, and for whom.

    Attributes:
        command: The program with its arguments.
        user: Whose it is, for a service of the system; None for a user's own.
        writable: The folders that it may change, for a service of the system.
    """

    command: Sequence[str]
    user: str | None = None
    writable: Sequence[Path] = ()

    def text(self) -> str:
        """What stands in the file."""
        lines = [
            "[Unit]",
            "Description=Table Companion: sees the table, knows the rules, keeps the score",
            "StartLimitIntervalSec=600",
            "StartLimitBurst=20",
        ]
        if self.user is not None:
            lines += ["Wants=network-online.target", "After=network-online.target"]
        lines += ["", "[Service]", f"ExecStart={_line(self.command)}"]
        lines += _COMMON.format(watchdog=WATCHDOG).splitlines()
        if self.user is not None:
            writable = _line([str(path) for path in self.writable])
            lines += _SYSTEM.format(user=self.user, writable=writable).splitlines()
        wanted = "default.target" if self.user is None else "multi-user.target"
        return "\n".join([*lines, "", "[Install]", f"WantedBy={wanted}", ""])


def _line(words: Sequence[str]) -> str:
    """Words as systemd reads them: a percent sign and a dollar stand for something else there."""
    return " ".join(_word(word) for word in words)


def _word(word: str) -> str:
    safe = word.replace("%", "%%").replace("$", "$$")
    if safe == shlex.quote(safe):
        return safe
    escaped = safe.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
