"""What is said about a photo: `companion look --game`, for programs and people, and the phones."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from companion.common.words import joined, listed, say, say_n
from companion.games.capabilities import Laid
from companion.games.kit.defaults import count_name, place_name, thing_name, zone_name
from companion.games.protocol import Game
from companion.tabletop.sight import LyingThing
from vision.dice.dice import DieReading
from vision.geometry import Image
from vision.reading.look import Belief, Look


def as_json(image: Image, look: Look) -> dict[str, Any]:
    """The public form of an answer."""
    boards = [belief for belief in look.beliefs if belief.kind == "board"]
    return {
        "width": image.shape[1],
        "height": image.shape[0],
        "dice": [_die(belief) for belief in look.beliefs if belief.kind == "die" and belief.label],
        "tiles": [_tile(belief) for belief in look.beliefs if belief.kind == "tile"],
        "board": _board(boards[0]) if boards else None,
    }


def in_words(look: Look, game: Game) -> Iterator[str]:
    """The board, then place by place what lies there; a `?` marks what is not certain."""
    if look.reason:
        yield f"no board: {look.reason}"
    else:
        yield "the board was found"
    at: dict[str, list[str]] = {}
    loose = []
    for belief in sorted(look.beliefs, key=lambda belief: (belief.zone, belief.place)):
        if belief.place and (belief.kind == "tile" or (belief.label and belief.kind != "cell")):
            at.setdefault(_where(belief, game), []).append(_said(belief, game))
        elif not belief.place and belief.kind in ("die", "tile"):
            loose.append(_said(belief, game))
    yield from (f"{where}: {', '.join(said)}" for where, said in at.items())
    if loose:
        yield f"elsewhere: {', '.join(loose)}"


def in_short(look: Look, game: Game, state: Any) -> str:
    """How much was seen, in a sentence for a phone."""
    measures = game.chart(state).measures if isinstance(game, Laid) else None
    kinds = ["die", "tile", *((measures.figure_kind, measures.token_kind) if measures else ())]
    seen = [belief for belief in look.beliefs if belief.kind in kinds]
    counts = Counter(belief.kind for belief in seen)
    things = [
        say_n("{n} die", "{n} dice", counts[kind])
        if kind == "die"
        else count_name(game, kind, counts[kind])
        for kind in kinds
        if counts[kind]
    ]
    if not things:
        return say("Nothing lies there.")
    doubtful = sum(not belief.certain for belief in seen)
    sentence = say("Seen: {things}.", things=listed(things))
    if not doubtful:
        return sentence
    doubt = say_n("{n} is not certain.", "{n} are not certain.", doubtful)
    return joined([sentence, doubt])


def _where(belief: Belief, game: Game) -> str:
    """A place in the game's words; a cell is named by its numbers: no state tells what is there."""
    cell = belief.place.rpartition("/")[2]
    if cell.startswith("("):
        return f"{zone_name(game, belief.zone)} {cell}"
    return place_name(game, belief.place)


def _said(belief: Belief, game: Game) -> str:
    if belief.label:
        name = thing_name(game, LyingThing(belief.kind, belief.label))
    else:
        name = f"unknown {belief.kind}"
    return f"{name}{'' if belief.certain else '?'}"


def belief_of(die: DieReading) -> Belief:
    """A die that was seen anywhere in a picture."""
    left, top, right, bottom = die.box
    box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
    return Belief("", "die", str(die.value), box, die.confidence, die.certain)


def _die(belief: Belief) -> dict[str, Any]:
    low, high = belief.outline.min(axis=0), belief.outline.max(axis=0)
    return {
        "value": int(belief.label),
        "confidence": round(float(belief.confidence), 4),
        "box": [round(float(edge), 1) for edge in (*low, *high)],
        "certain": bool(belief.certain),
        "place": belief.place or None,
    }


def _tile(belief: Belief) -> dict[str, Any]:
    return {
        "id": belief.label or None,
        "confidence": round(float(belief.confidence), 4),
        "certain": bool(belief.certain),
        "corners": _corners(belief),
        "place": belief.place or None,
    }


def _board(belief: Belief) -> dict[str, Any]:
    confidence = round(float(belief.confidence), 4)
    return {"name": belief.label, "confidence": confidence, "corners": _corners(belief)}


def _corners(belief: Belief) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in belief.outline]
