"""Getting torch, torchvision and ultralytics to work together on a machine without a GPU."""

import os
from pathlib import Path
from typing import Any


def prepare_torch(runs: Path, threads: int = 2) -> None:
    """Call this before ultralytics is imported anywhere."""
    os.environ.setdefault("YOLO_CONFIG_DIR", str(runs / "ultralytics"))
    os.environ.setdefault("YOLO_OFFLINE", "true")
    # Threads that wait by spinning take the time of those they wait for: beside one other busy
    # program a step took 12 seconds instead of one.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    Path(os.environ["YOLO_CONFIG_DIR"]).mkdir(parents=True, exist_ok=True)
    import torch

    torch.set_num_threads(threads)
    _mend_torchvision()
    from ultralytics.utils import torch_utils

    # It would leave one core idle, and with two cores that is half of them.
    vars(torch_utils)["NUM_THREADS"] = threads


def _mend_torchvision() -> None:
    """Some torchvision wheels hold only GPU code; give such a one a `nms` that runs anywhere."""
    import torch

    needed = {"nms": "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"}
    needed["qnms"] = needed["nms"]
    library: Any = None
    try:
        import torchvision.ops
    except RuntimeError:
        library = torch.library.Library(  # type: ignore[no-untyped-call,unused-ignore]
            "torchvision", "FRAGMENT"
        )
        for name, schema in needed.items():
            library.define(name + schema)
        # Kept alive: a library that is collected takes its operators with it.
        globals()["_library"] = library
        import torchvision.ops
    boxes, scores = torch.tensor([[0.0, 0.0, 1.0, 1.0]]), torch.tensor([1.0])
    try:
        torchvision.ops.nms(boxes, scores, 0.5)
    except (RuntimeError, NotImplementedError):
        from ultralytics.utils.nms import TorchNMS

        torchvision.ops.nms = TorchNMS.nms  # type: ignore[assignment,unused-ignore]
