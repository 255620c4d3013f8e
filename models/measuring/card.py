"""The step `card`: writes MODEL_CARD.md from measured figures and the words in `card.md.txt`."""

import json
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from companion.common.intervals import wilson
from models.measuring.calibrate import CERTAIN_RIGHT
from models.measuring.evaluate import FIGURES
from models.measuring.measure import Count, total
from models.photos.augment import SIDE
from models.photos.sources import TRAINING, contested_labels, unlabelled_dice
from models.places import ROOT
from models.steps import Workshop

WORDS = ROOT / "models" / "card.md.txt"
CARD = ROOT / "models" / "MODEL_CARD.md"


def write_card(workshop: Workshop) -> None:
    """Writes the card next to the weights it describes."""
    figures = json.loads(FIGURES.read_text())
    CARD.write_text(card(figures, workshop.weights))
    print(f"wrote {CARD.relative_to(ROOT)}")


def card(figures: Mapping[str, Any], weights: Path) -> str:
    """The card's text; every number in it comes from `figures`.

    They name the recipe that these weights were made by; `recipe.toml` may be ahead of them.
    """
    recipe = figures["recipe"]
    left_out, contested, tight, perfect, test = (
        {source: Count(**told) for source, told in figures.get(group, {}).items()}
        for group in (
            "left_out",
            "left_out_contested",
            "left_out_tight",
            "left_out_perfect",
            "test",
        )
    )
    own = Count(**figures["own"])
    everything, ours = total(left_out.values()), total(contested.values())
    choice = figures["choice"]
    added = [die for files in unlabelled_dice().values() for dice in files.values() for die in dice]
    words = {
        "left_out_table": _table(left_out),
        "contested_table": _table(contested),
        "contested": sum(len(d) for f in contested_labels().values() for d in f.values()),
        "unlabelled": len(added),
        "unclear": sum(not value for _, value in added),
        "contested_mean": _mean_right(contested),
        "contested_bad": _mean_bad(contested),
        "tight_table": _table(tight),
        "tight_mean": _mean_right(contested | tight),
        "tight_bad": _mean_bad(contested | tight),
        "boards": recipe.get("boards", {}).get("count", 0),
        "carpets": recipe.get("carpets", {}).get("count", 0),
        "test_table": _table(test),
        "seen_table": _table({s: Count(**told) for s, told in figures["seen"].items()}),
        "own_table": _table({"our own 24 pictures": own}),
        "not_measured": _not_measured(set(left_out)),
        "how_many": f"{len(left_out)} of {len(TRAINING)}",
        "mean_right": _mean_right(left_out),
        "mean_bad": _mean_bad(left_out),
        "perfect_table": _table(perfect),
        "perfect_mean": _mean_right(perfect),
        "perfect_bad": _mean_bad(perfect),
        "certain_table": _certain(
            {
                **contested,
                f"left-out sources together ({len(left_out)} of {len(TRAINING)})": ours,
                **test,
            }
        ),
        "certain_share": _percent(share(ours.certain, ours.dice)),
        "certain_clean": _interval(ours.certain_right, ours.certain - ours.certain_loose),
        "certain_as_labelled": _interval(everything.certain_right, everything.certain),
        "threshold": f"{choice['threshold']:g}",
        "least": f"{choice['least']:g}",
        "certain_goal": f"{100 * CERTAIN_RIGHT:g} %",
        "certain": f"{choice['certain']:g}",
        "joint": json.dumps(choice["joint"]),
        "die": json.dumps(choice["die"]),
        "side": SIDE,
        "sketches": 36 * recipe.get("sketches", {}).get("sheets", 0),
        "faint": 36 * recipe.get("faint", {}).get("sheets", 0),
        "scenes": recipe["scenes"]["count"],
        "recipe": _recipe(recipe),
        "sizes": ", ".join(
            f"`{p.name}` {p.stat().st_size / 1e6:.1f} MB" for p in sorted(weights.glob("*.onnx"))
        ),
        "sums": "\n".join(f"    {sum_}  {name}" for name, sum_ in figures["weights"].items()),
    }
    return Template(WORDS.read_text()).substitute(words)


def share(hits: int, cases: int) -> float:
    """A share; of nothing it is zero."""
    return hits / cases if cases else 0.0


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _mean_right(counts: Mapping[str, Count]) -> str:
    return _percent(_mean([share(c.right, c.dice) for c in counts.values()]))


def _mean_bad(counts: Mapping[str, Count]) -> str:
    return _percent(_mean([share(c.wrong + c.false, c.reported) for c in counts.values()]))


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _interval(hits: int, cases: int) -> str:
    low, high = wilson(hits, cases)
    return f"{_percent(share(hits, cases))} ({100 * low:.1f} to {100 * high:.1f})"


def _table(counts: Mapping[str, Count]) -> str:
    rows = [
        "| source | photos | dice | right | wrong value | missed | false dice | loose boxes "
        "| right, 95 % interval | false or wrong among reported |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, c in counts.items():
        rows.append(
            f"| {name} | {c.photos} | {c.dice} "
            f"| {c.right} | {c.wrong} | {c.missed} | {c.false} | {c.loose} "
            f"| {_interval(c.right, c.dice)} | {_interval(c.wrong + c.false, c.reported)} |"
        )
    return "\n".join(rows)


def _certain(counts: Mapping[str, Count]) -> str:
    rows = [
        "| source | dice | marked certain | of these right | right value, loose box "
        "| share of all dice that is certain and right |",
        "|---|---|---|---|---|---|",
    ]
    for name, c in counts.items():
        rows.append(
            f"| {name} | {c.dice} | {c.certain} | {_interval(c.certain_right, c.certain)} "
            f"| {c.certain_loose} "
            f"| {_percent(share(c.certain_right, c.dice))} |"
        )
    return "\n".join(rows)


def _not_measured(measured: set[str]) -> str:
    open_ = [source for source in TRAINING if source not in measured]
    if not open_:
        return ""
    return (
        f"\nNot measured yet: {', '.join(open_)}. `python -m models train` trains what is missing, "
        "then `export`, `evaluate` and `card` fill in the rows.\n"
    )


def _recipe(recipe: Mapping[str, Any]) -> str:
    rows = ["| step | setting |", "|---|---|"]
    for part in ("finder", "reader"):
        for stage, told in recipe[part].items():
            rows.append(f"| {part}, {stage} | {', '.join(f'{k} {v}' for k, v in told.items())} |")
    return "\n".join(rows)
