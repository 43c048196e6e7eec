"""Each role has a stream of its own."""

from __future__ import annotations

import torch

from lossviz.engine.streams import stream


def drawn(seed: int, role: str) -> list[int]:
    return torch.randint(1000, (8,), generator=stream(seed, role)).tolist()  # type: ignore[arg-type]


def test_seed_and_role_determine_the_stream() -> None:
    assert drawn(1, "batches") == drawn(1, "batches")
    assert drawn(1, "batches") != drawn(2, "batches")
    assert drawn(1, "batches") != drawn(1, "embedder")


def test_the_global_generator_is_left_alone() -> None:
    torch.manual_seed(5)
    before = torch.get_rng_state()
    drawn(1, "augmentation")
    assert torch.equal(torch.get_rng_state(), before)
