"""Score a position: who has how many points, why, and who wins."""

import argparse
import sys
from collections.abc import Iterator

from companion.common.answering import print_answer
from companion.common.terminal import table
from companion.games.capabilities import scorable
from companion.games.positions import add_position_arguments, read_position
from companion.games.protocol import ScoreSheet

HELP = "score a position"

configure = add_position_arguments


def run(args: argparse.Namespace) -> int:
    game, position = read_position(args.file, args.data)
    sheet = scorable(game).score_position(position)
    print_answer(args, to_json(game.id, sheet), to_text(sheet))
    for note in sheet.notes:
        print(f"note: {note}", file=sys.stderr)
    return 0


def to_json(game_id: str, sheet: ScoreSheet) -> dict[str, object]:
    """The answer for programs, as docs/formats.md describes it."""
    return {
        "game": game_id,
        "seats": [
            {
                "name": seat.name,
                "total": seat.score.points,
                "items": [
                    {
                        "rule": item.rule,
                        "points": item.points,
                        "text": item.text,
                        "pieces": list(item.pieces),
                    }
                    for item in seat.score.parts
                ],
            }
            for seat in sheet.seats
        ],
        "winners": [sheet.seats[seat].name for seat in sheet.outcome.winners],
        "decided_by": sheet.outcome.decided_by,
    }


def to_text(sheet: ScoreSheet) -> Iterator[str]:
    """The answer for people: a block a seat, then the winner."""
    for seat in sheet.seats:
        yield f"{seat.name}: {seat.score.points} points"
        rows = [(item.points, item.rule, item.text) for item in seat.score.parts]
        yield table(rows, right=[0], indent=2)
    winners = " and ".join(sheet.seats[seat].name for seat in sheet.outcome.winners)
    verb = "wins" if len(sheet.outcome.winners) == 1 else "share the victory"
    how = sheet.outcome.decided_by
    yield f"{winners} {verb}" + ("." if how == "points" else f" (decided by: {how}).")
