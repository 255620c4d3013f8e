"""Opening a network so that it runs on few threads and in little memory."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.dice.runtime import load

Floats = npt.NDArray[np.float32]


class Network:
    """One ONNX network with one input and one output.

    Args:
        path: The .onnx file.
        threads: How many processor cores one look may use.
    """

    def __init__(self, path: Path, *, threads: int = 1) -> None:
        # Loaded here so that cutting and drawing work where the runtime is not installed.
        onnxruntime = load()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        # Pictures come in many shapes. The arena and the memory pattern would keep room for the
        # largest of each; on a Pi that room is worth more than the little time they save.
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            path, sess_options=options, providers=["CPUExecutionProvider"]
        )
        self._input: str = self._session.get_inputs()[0].name
        self._output: str = self._session.get_outputs()[0].name

    def __call__(self, batch: Floats) -> Floats:
        """Run the network on one batch."""
        (answer,) = self._session.run([self._output], {self._input: batch})
        return np.asarray(answer, dtype=np.float32)
