"""Batches: labels and a generator enter, an endless stream of index tensors leaves; and the random shift."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import torch
from torch import Generator, Tensor


class Batches(Iterator[Tensor]):
    """Indices without end, dealt by hands of `hand` from piles that are shuffled anew when too little is left.

    With `classes` a batch takes a hand from that many piles chosen at random, else from each in turn. `state` and
    `restore` keep and bring back the place in the stream.
    """

    def __init__(self, piles: Sequence[Tensor], hand: int, generator: Generator, classes: int | None = None) -> None:
        self._members, self._hand, self._chance, self._classes = piles, hand, generator, classes
        self._piles = [members[:0] for members in piles]
        self._dealt = [0] * len(piles)

    def __next__(self) -> Tensor:
        if self._classes is None:
            chosen = list(range(len(self._piles)))
        else:
            chosen = torch.randperm(len(self._piles), generator=self._chance)[: self._classes].tolist()
        hands = [self._deal(pile) for pile in chosen]
        return hands[0] if len(hands) == 1 else torch.cat(hands)

    def _deal(self, pile: int) -> Tensor:
        if self._dealt[pile] + self._hand > len(self._piles[pile]):
            self._piles[pile], self._dealt[pile] = self._shuffled(self._members[pile]), 0
        start = self._dealt[pile]
        self._dealt[pile] += self._hand
        return self._piles[pile][start : start + self._hand]

    def _shuffled(self, members: Tensor) -> Tensor:
        rounds = -(-self._hand // len(members))
        return torch.cat([members[torch.randperm(len(members), generator=self._chance)] for _ in range(rounds)])

    def state(self) -> dict[str, Tensor]:
        """Where the stream stands: the generator, the piles one after another, and how far each is dealt."""
        return {
            "chance": self._chance.get_state(),
            "piles": torch.cat(self._piles).int(),
            "sizes": torch.tensor([len(pile) for pile in self._piles]),
            "dealt": torch.tensor(self._dealt),
        }

    def restore(self, state: Mapping[str, Tensor]) -> None:
        """Goes on from where `state` was taken. Raises ValueError or RuntimeError for what does not fit these piles."""
        sizes, dealt = state["sizes"].tolist(), state["dealt"].tolist()
        full = [-(-self._hand // len(members)) * len(members) for members in self._members]
        fit = len(sizes) == len(dealt) == len(full)
        if not fit or any(size not in (0, most) for size, most in zip(sizes, full, strict=True)):
            raise ValueError(f"the piles must hold {full} indices or none, got {sizes}")
        piles = list(torch.split(state["piles"].long(), sizes))
        for pile, members in zip(piles, self._members, strict=True):
            if not torch.isin(pile, members).all():
                raise ValueError("a pile holds an index that is not its own")
        self._chance.set_state(state["chance"])
        self._piles, self._dealt = piles, [int(count) for count in dealt]


def uniform(samples: int, batch: int, generator: Generator) -> Batches:
    """Indices (batch,) without end: every epoch is a fresh permutation, its incomplete last batch dropped."""
    return Batches([torch.arange(samples)], min(batch, samples), generator)


def balanced(labels: Tensor, classes: int, samples: int, generator: Generator) -> Batches:
    """Indices (classes · samples,) without end: `samples` digits of each of `classes` classes chosen at random.

    Each class deals from its own shuffled pile and shuffles anew when too little is left, so that a digit meets
    itself in a batch only if its class has fewer than `samples`. labels (N,): class indices.
    """
    members = [torch.nonzero(labels == c)[:, 0] for c in torch.unique(labels)]
    return Batches(members, samples, generator, classes)


def rolled(images: Tensor, largest: int, generator: Generator) -> Tensor:
    """The images (…, H, W) shifted together by −largest … largest pixels down and across."""
    if largest == 0:
        return images
    down, across = torch.randint(-largest, largest + 1, (2,), generator=generator).tolist()
    return torch.roll(images, (down, across), (-2, -1))
