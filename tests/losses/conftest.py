"""One torch thread for these small tensors: a second one only waits, above all on a busy machine."""

from __future__ import annotations

import torch

torch.set_num_threads(1)
