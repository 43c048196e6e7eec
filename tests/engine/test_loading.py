"""What a process that trains does not load: each of these costs seconds before the first frame."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
from lossviz import catalog
from lossviz.engine import train
frames = train(catalog.resolve(epochs=1))
next(frames), next(frames)
print(*(name for name in ("torchvision", "torch._dynamo", "sympy", "pandas", "sklearn") if name in sys.modules))
"""


def test_training_loads_neither_torchvision_nor_torchs_compiler_nor_pandas() -> None:
    told = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.split() == []
