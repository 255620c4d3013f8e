"""Before anything else: small matrices are no work for many threads (see `companion/cli.py`)."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
