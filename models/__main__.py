"""`python -m models STEP`: makes, measures and describes the models. See `--help`."""

import argparse
import sys
from pathlib import Path

from models.places import find_places
from models.steps import Workshop, read_recipe

STEPS = {
    "prepare": "cut the real photos into pieces (skipped where there are none)",
    "sketches": "draw dice with our own small ray tracer",
    "scenes": "compose synthetic tables",
    "train": "train finder and reader, and once without each source",
    "export": "write the ONNX files and check that they decide as the checkpoints do",
    "evaluate": "look at photos nobody trained on, choose thresholds, count",
    "card": "write the model card",
    "all": "all of these, in this order",
    "finetune": "go on training with a folder of your own corrected photos",
}


def main(arguments: list[str] | None = None) -> int:
    """Runs one step; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m models",
        description="\n".join(f"{name:9} {text}" for name, text in STEPS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("folder", nargs="?", type=Path, help="finetune: your photos")
    parser.add_argument("--runs", type=Path, help="where to keep what is made (runs/)")
    parser.add_argument("--shared", type=Path, help="where the real photos are (../shared)")
    parser.add_argument("--recipe", type=Path, help="another recipe.toml")
    parser.add_argument("--only", help="train: `ship`, or the one source to leave out")
    parser.add_argument("--part", choices=("finder", "reader"), help="train: only this one")
    parser.add_argument("--threads", type=int, default=2, help="processor cores to train on")
    options = parser.parse_args(arguments)
    places = find_places(options.runs, options.shared)
    workshop = Workshop(places, read_recipe(options.recipe), threads=options.threads)
    places.runs.mkdir(parents=True, exist_ok=True)
    try:
        run(options.step, workshop, options.only, options.folder, options.part)
    except ModuleNotFoundError as error:
        needed = "pip install -e '.[train]' installs what training needs"
        print(f"{options.step}: {error.name} is missing; {needed}", file=sys.stderr)
        return 1
    except (RuntimeError, ValueError, OSError) as error:
        print(f"{options.step}: {error}", file=sys.stderr)
        return 1
    return 0


def run(
    step: str,
    workshop: Workshop,
    only: str | None = None,
    folder: Path | None = None,
    part: str | None = None,
) -> None:
    """Does one step, or all. Imports late: most steps don't need torch, and one needs no OpenCV."""
    if step == "all":
        for name in STEPS:
            if name not in ("all", "finetune"):
                run(name, workshop)
    elif step in ("prepare", "sketches", "scenes"):
        from models import pictures

        getattr(pictures, step)(workshop)
    elif step == "train":
        from models.learning.training import PARTS, train

        train(workshop, only, (part,) if part else PARTS)
    elif step == "export":
        from models.export.export_step import export

        export(workshop)
    elif step == "evaluate":
        from models.measuring.evaluate import evaluate

        evaluate(workshop)
    elif step == "card":
        from models.measuring.card import write_card

        write_card(workshop)
    elif step == "finetune":
        from models.learning.finetune import finetune

        if folder is None:
            raise ValueError("say where your photos are: python -m models finetune FOLDER")
        finetune(workshop, folder)


if __name__ == "__main__":
    sys.exit(main())
