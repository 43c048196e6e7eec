"""One torch thread for these small tensors: a second one only waits, above all on a busy machine."""

from __future__ import annotations

import torch
from hypothesis import settings

torch.set_num_threads(1)

settings.register_profile("fuzz", max_examples=2000, deadline=None)
