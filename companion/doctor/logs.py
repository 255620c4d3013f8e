"""A check of the logs of all games: whether they are whole, and what was set aside."""

from companion.archive.shelf import LOG
from companion.common.errors import CompanionError
from companion.common.finding import Finding, bad, good, skipped, warning
from companion.doctor.patient import Patient
from companion.log.files import aside_of, is_there
from companion.log.reading import read_events
from companion.settings.data_folder import folder_of

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
