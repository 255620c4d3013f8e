"""Examine this computer, its camera and its network; say what is wrong and what to do about it."""

import argparse
from collections.abc import Callable, Mapping

from companion.common.answering import add_json_option, print_json
from companion.common.errors import CompanionError, InputError
from companion.common.finding import BAD, GOOD, SKIPPED, WARNING, Finding, to_json
from companion.common.json_reading import suggest
from companion.doctor import camera, machine, network, security, software
from companion.doctor.patient import Patient
from companion.settings.settings import add_settings_options, settings_of

HELP = "find out what is wrong, and what to do about it"

CHECKS: Mapping[str, Callable[[Patient], Finding]] = {
    "python": software.python,
    "packages": software.packages,
    "simplejpeg": software.numpy_and_simplejpeg,
    "libcamera": software.libcamera,
    "weights": software.weights,
    "settings": software.settings,
    "data": software.data,
    "logs": software.logs,
    "camera": camera.camera,
    "light": camera.light,
    "disk": machine.disk,
    "clock": machine.clock,
    "memory": machine.memory,
    "temperature": machine.temperature,
    "power": machine.power,
    "port": network.port,
    "addresses": network.addresses,
    "name": network.name,
    "watching": security.watching,
    "codes": security.codes,
    "proxies": security.proxies,
    "encryption": security.reading_along,
    "pictures": security.pictures,
    "rights": security.rights,
    "backups": security.backups,
    "broker": security.broker,
}
#: What several checks are called together.
GROUPS = {
    "security": [name for name, check in CHECKS.items() if check.__module__ == security.__name__]
}
_SIGNS = {GOOD: "ok", WARNING: "look", BAD: "WRONG", SKIPPED: "-"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "checks", nargs="*", metavar="CHECK", help=f"only these: {', '.join([*CHECKS, *GROUPS])}"
    )
    add_json_option(parser)
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    """Examine; 1 when something is wrong."""
    known = [*CHECKS, *GROUPS]
    for name in args.checks:
        if name not in known:
            hint = suggest(name, known) or f"; there are {', '.join(known)}"
            raise InputError(f"no check '{name}'{hint}")
    wanted = [check for name in args.checks or CHECKS for check in GROUPS.get(name, [name])]
    patient = Patient(settings_of(args))
    findings: dict[str, Finding] = {}
    for name in wanted:
        findings[name] = examine(CHECKS[name], patient)
        if not args.json:
            print(to_text(name, findings[name]), flush=True)
    if args.json:
        print_json(to_json(findings))
    return 1 if any(finding.state == BAD for finding in findings.values()) else 0


def examine(check: Callable[[Patient], Finding], patient: Patient) -> Finding:
    """One check; that it fails is a finding too, and never hides the others."""
    try:
        return check(patient)
    except (CompanionError, OSError, ValueError) as error:
        return Finding(BAD, f"the check itself failed: {error}", "please report this")


def to_text(name: str, finding: Finding) -> str:
    """A line for people, and a second one when there is something to do."""
    line = f"{_SIGNS[finding.state]:<6}{name:<12} {finding.found}"
    return f"{line}\n{'':<19}-> {finding.advice}" if finding.advice else line
