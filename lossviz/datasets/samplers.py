"""Batches: labels and a generator enter, an endless stream of index tensors leaves; and the random shift."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Generator, Tensor


def uniform(samples: int, batch: int, generator: Generator) -> Iterator[Tensor]:
    """Indices (batch,) without end: every epoch is a fresh permutation, its incomplete last batch dropped."""
    batch = min(batch, samples)
    while True:
        order = torch.randperm(samples, generator=generator)
        yield from (order[i : i + batch] for i in range(0, samples - batch + 1, batch))


def balanced(labels: Tensor, classes: int, samples: int, generator: Generator) -> Iterator[Tensor]:
    """Indices (classes · samples,) without end: `samples` digits of each of `classes` classes chosen at random.

    Each class deals from its own shuffled pile and shuffles anew when too little is left, so that a digit meets
    itself in a batch only if its class has fewer than `samples`. labels (N,): class indices.
    """
    members = [torch.nonzero(labels == c)[:, 0] for c in torch.unique(labels)]
    piles = [_dealt(found, samples, generator) for found in members]
    while True:
        chosen = torch.randperm(len(piles), generator=generator)[:classes].tolist()
        yield torch.cat([next(piles[c]) for c in chosen])


def _dealt(members: Tensor, hand: int, generator: Generator) -> Iterator[Tensor]:
    rounds = -(-hand // len(members))
    while True:
        pile = torch.cat([members[torch.randperm(len(members), generator=generator)] for _ in range(rounds)])
        yield from (pile[i : i + hand] for i in range(0, len(pile) - hand + 1, hand))


def rolled(images: Tensor, largest: int, generator: Generator) -> Tensor:
    """The images (N, 1, H, W) shifted together by −largest … largest pixels down and across."""
    if largest == 0:
        return images
    down, across = torch.randint(-largest, largest + 1, (2,), generator=generator).tolist()
    return torch.roll(images, (down, across), (2, 3))
