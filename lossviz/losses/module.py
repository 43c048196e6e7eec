"""Losses with something of their own: a problem enters, a module with class vectors, state and readings leaves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from numbers import Integral

import torch
from torch import Tensor, nn

from lossviz.losses.contract import checked_batch, in_type, widest
from lossviz.losses.lengths import cosines, length
from lossviz.losses.margins import Scale, blended_scale


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What a loss is made for. `generator` draws the first class vectors.

    Raises ValueError for a number of classes or dimensions that is not whole or is below 1, or class_counts of another
    length.
    """

    num_classes: int
    embedding_dim: int
    class_counts: tuple[int, ...] | None = None
    generator: torch.Generator | None = None

    def __post_init__(self) -> None:
        for name in ("num_classes", "embedding_dim"):
            value = getattr(self, name)
            if not isinstance(value, Integral) or isinstance(value, bool) or int(value) < 1:
                raise ValueError(f"{name} must be a whole number of at least 1, got {value!r}")
        if self.class_counts is not None and len(self.class_counts) != self.num_classes:
            raise ValueError(f"class_counts must hold {self.num_classes} numbers, got {len(self.class_counts)}")

    def random_vectors(self, each: int | None = None) -> Tensor:
        """A normally distributed vector for each class, [C, d], or `each` of them, [C, each, d]."""
        per_class = () if each is None else (each,)
        return torch.randn(self.num_classes, *per_class, self.embedding_dim, generator=self.generator)


class Loss(nn.Module, ABC):
    """A loss that a run trains with. `progress` 0…1 and `step` from 0 are set by `advance` before each step."""

    def __init__(self) -> None:
        super().__init__()
        self.progress = 0.0
        self.step = 0
        self._batch: tuple[Tensor, Tensor] | None = None

    def forward(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        """The loss of a batch, a scalar: embeddings [N, d], labels [N].

        Raises ValueError naming the argument of a wrong shape or type, so for embeddings of a wider type than the
        loss's own vectors, which would hide that the vectors are less exact; narrower ones are widened.
        """
        embeddings, labels = checked_batch(embeddings, labels)
        embeddings = self._in_own_type(embeddings)
        self._batch = embeddings.detach(), labels
        return self._loss(embeddings, labels)

    def _in_own_type(self, embeddings: Tensor) -> Tensor:
        owned = [t for t in chain(self.parameters(), self.buffers()) if t.is_floating_point()]
        own = widest(owned or [embeddings])
        if widest([embeddings, *owned]) != own:
            raise ValueError(f"embeddings must be {own} as the loss's own vectors are, got {embeddings.dtype}")
        matched: Tensor = in_type(embeddings, own)
        return matched

    def advance(self, progress: float, step: int) -> None:
        """Says how far the run has come; every schedule hangs on it."""
        self.progress, self.step = progress, step

    @property
    def readings(self) -> dict[str, float]:
        """Named numbers about the last batch, computed when asked for; empty before the first forward."""
        if self._batch is None:
            return {}
        with torch.no_grad():
            return self._read(*self._batch)

    @property
    def batch(self) -> dict[str, Tensor]:
        """What the readings are about: the last batch's embeddings and labels; empty before the first forward."""
        return {} if self._batch is None else dict(zip(("embeddings", "labels"), self._batch, strict=True))

    @batch.setter
    def batch(self, kept: Mapping[str, Tensor]) -> None:
        self._batch = (kept["embeddings"], kept["labels"]) if kept else None

    def get_extra_state(self) -> Tensor:
        """Where the schedules stand, as part of `state_dict`."""
        return torch.tensor([self.progress, self.step], dtype=torch.float64)

    def set_extra_state(self, state: Tensor) -> None:
        """Puts the schedules back where `get_extra_state` found them."""
        self.progress, self.step = float(state[0]), int(state[1])

    @abstractmethod
    def scores(self, embeddings: Tensor) -> Tensor | None:
        """How each class scores each embedding, [N, C], without any margin; None without class vectors."""

    @property
    @abstractmethod
    def class_vectors(self) -> Tensor | None:
        """The class vectors [C, K, d] as they are now, a detached copy."""

    @property
    @abstractmethod
    def bias(self) -> Tensor | None:
        """The bias [C] of linear scores, a detached copy."""

    @property
    @abstractmethod
    def centres(self) -> Tensor | None:
        """The loss's own class centres [C, d], a detached copy."""

    @abstractmethod
    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor: ...

    @abstractmethod
    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]: ...


class CosineHead(Loss):
    """A loss on the cosines to class vectors, with a margin, a scale s and the radius blend of live runs.

    `blend` is the share of the run over which ‖x‖ gives way to s; 0 is the published form. s None: ‖x‖ itself.
    `each`: several vectors for each class.
    """

    def __init__(self, problem: Problem, *, s: float | None, blend: float, each: int | None = None) -> None:
        super().__init__()
        self.weights = nn.Parameter(problem.random_vectors(each))
        self.s = s
        self.blend = blend

    @property
    def blended(self) -> float:
        """The b of the radius blend now, 0…1; at 1 the published form is in force."""
        return 1.0 if self.progress >= self.blend else self.progress / self.blend

    def scale(self, embeddings: Tensor) -> Scale:
        """The logit scale of this batch at this point of the run."""
        return length(embeddings) if self.s is None else blended_scale(embeddings, self.s, self.blended)

    def scores(self, embeddings: Tensor) -> Tensor:
        """Cosines to the class vectors, [N, C]."""
        return cosines(embeddings, self.weights)

    @property
    def class_vectors(self) -> Tensor:
        return self.weights.detach()[:, None].clone()

    @property
    def bias(self) -> None:
        return None

    @property
    def centres(self) -> None:
        return None

    @abstractmethod
    def _own_with_margin(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        """What stands in the place of the own cosine, [N]."""

    def _read(self, embeddings: Tensor, labels: Tensor) -> dict[str, float]:
        """`margin_met`: the share of the batch whose own cosine leads even with the margin taken off."""
        others = self.scores(embeddings).scatter(1, labels[:, None], -torch.inf)
        met = self._own_with_margin(embeddings, labels) > others.amax(1)
        return {"margin_met": float(met.float().mean()), "radius_blend": self.blended}


class LinearHead(Loss):
    """A loss on w·x + b."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.weights = nn.Parameter(problem.random_vectors())
        self.logit_bias = nn.Parameter(torch.zeros(problem.num_classes))

    def linear_scores(self, embeddings: Tensor) -> Tensor:
        """w·x + b, [N, C]."""
        return nn.functional.linear(embeddings, self.weights, self.logit_bias)


class PairLoss(Loss):
    """A loss on distances inside the batch: it owns nothing, and has no class vectors."""

    def scores(self, embeddings: Tensor) -> None:
        return None

    @property
    def class_vectors(self) -> None:
        return None

    @property
    def bias(self) -> None:
        return None

    @property
    def centres(self) -> None:
        return None
