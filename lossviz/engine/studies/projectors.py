"""PCA, t-SNE and UMAP: points (N, d) enter, places in the plane leave; how far that is is told on the way.

All three begin alike: t-SNE and UMAP start from the principal axes. Each keeps to one thread: UMAP does for the sake of
its seed, and two threads of t-SNE wait for each other, spinning, where a core is busy training.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from lossviz.analysis.faithfulness import Matrix, neighbours
from lossviz.engine.studying import Tell
from lossviz.params import Refusal

MOMENTS = 13
MANY = 4000
"""With more points fewer rounds have to do."""

EPOCHS, EPOCHS_OF_MANY = 500, 200
"""UMAP's own numbers of epochs, for few points and for many."""

ROUNDS, ROUNDS_OF_MANY = 1000, 500
"""Of t-SNE: its own number, and as many as it takes to let go of the early exaggeration and settle."""

TRIAL = 64


@dataclass(frozen=True, eq=False)
class Projected:
    """Places (N, 2) at some moments, the last of which is the picture, and at which `epochs` that was."""

    moments: list[NDArray[Any]]
    epochs: list[int]
    share: float = np.nan


class Counter:
    """A file to print to: the last number that `pattern` finds in it goes to `counted`."""

    def __init__(self, pattern: str, counted: Callable[[int], None]) -> None:
        self.pattern, self.counted = re.compile(pattern), counted

    def write(self, words: str) -> None:
        """Looks for a number."""
        if found := self.pattern.findall(words):
            self.counted(int(found[-1]))

    def flush(self) -> None:
        """Nothing waits."""


def as_is(points: Matrix, given: Mapping[str, Any], tell: Tell) -> Projected:
    """Two or three dimensions need no projection."""
    return Projected([points], [0], 1.0)


def pca(points: Matrix, given: Mapping[str, Any], tell: Tell) -> Projected:
    """The two directions of most variance, each with its largest entry positive."""
    centred = points - points.mean(0)
    _, spreads, axes = np.linalg.svd(centred.T @ centred, hermitian=True)
    axes = axes[:2] * np.sign(axes[[0, 1], np.abs(axes[:2]).argmax(1)])[:, None]
    share = float(spreads[:2].sum() / spreads.sum()) if spreads.sum() > 0 else 1.0
    return Projected([centred @ axes.T], [0], share)


def tsne(points: Matrix, given: Mapping[str, Any], tell: Tell) -> Projected:
    """Stochastic neighbours: van der Maaten and Hinton 2008. Raises Refusal for a perplexity of N or more."""
    perplexity = given["perplexity"]
    if perplexity >= len(points):
        raise Refusal("projections.perplexity", n=len(points), value=f"{perplexity:g}")
    tell("projections.phase_tsne", None)
    from sklearn.manifold import TSNE

    last = ROUNDS if len(points) <= MANY else ROUNDS_OF_MANY
    counter = Counter(r"Iteration (\d+)", lambda n: tell("projections.phase_tsne", n / last))
    method = TSNE(perplexity=perplexity, random_state=given["seed"], max_iter=last, verbose=2)
    with contextlib.redirect_stdout(counter), threadpool_limits(1):  # type: ignore[type-var]
        found = method.fit_transform(points.astype(np.float32))
    return Projected([found], [last])


def umap(points: Matrix, given: Mapping[str, Any], tell: Tell) -> Projected:
    """Uniform manifold approximation: McInnes et al. 2018. Raises Refusal for as many neighbours as points.

    The neighbours are exact, by distance; the library counts each point among its own.
    """
    count = given["neighbours"]
    if count >= len(points):
        raise Refusal("projections.neighbours", n=len(points), value=count)
    _compiled(tell)
    tell("projections.phase_neighbours", None)
    indices, lengths = neighbours(points, count - 1)
    itself = np.arange(len(points))[:, None]
    known = (np.hstack([itself, indices]), np.hstack([np.zeros((len(points), 1)), lengths]).astype(np.float32))
    last = EPOCHS if len(points) <= MANY else EPOCHS_OF_MANY
    epochs = sorted({round(last * (i / (MOMENTS - 1)) ** 2) for i in range(MOMENTS)})
    tell("projections.phase_umap", 0.0)
    counter = Counter(r"(\d+)", lambda n: tell("projections.phase_umap", n / last))
    return Projected(_umap(points, known, given, epochs, counter), epochs)


def _compiled(tell: Tell) -> None:
    """Has the library compiled, which it does once a process and which takes longer than most projections."""
    tell("projections.phase_compile", None)
    importlib.import_module("umap")
    tell("projections.phase_compile", None)  # silence counts as being stuck
    points = np.random.default_rng(0).normal(size=(TRIAL, 3))
    indices, lengths = neighbours(points, 4)
    given = {"neighbours": 4, "distance": 0.1, "seed": 0}
    _umap(points, (indices, lengths.astype(np.float32)), given, [0, 2], Counter(r"(\d+)", lambda n: None))


def _umap(
    points: Matrix, known: tuple[Any, ...], given: Mapping[str, Any], epochs: list[int], counter: Counter
) -> list[NDArray[Any]]:
    from umap import UMAP

    told = {"file": counter, "disable": False, "bar_format": "{n}", "mininterval": 0.5}
    method = UMAP(
        n_neighbors=given["neighbours"], min_dist=given["distance"], random_state=given["seed"], n_jobs=1, init="pca",
        n_epochs=epochs, precomputed_knn=(*known, None), tqdm_kwds=told,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no index for points to come, which there are none of
        method.fit(points.astype(np.float32))
    return list(method.embedding_list_)


METHODS: dict[str, Callable[[Matrix, Mapping[str, Any], Tell], Projected]] = {
    "as_is": as_is,
    "pca": pca,
    "tsne": tsne,
    "umap": umap,
}
