"""How well a run tells pairs of images apart, also of classes that it was not trained on: it enters, numbers leave.

given: {"recipe": a run, "strangers": "left_out", or the id of a data set whose images are the strangers}. The answer:

    features (N, d), labels (N,)  of the images looked at, those of trained classes first; names (C,) of all classes
    trained (1,)                  how many classes were trained
    cosine (1,)                   whether similarities are cosines, else distances with their sign turned
    edges (B+1,)                  of the histograms

and for each of GROUPS, the pairs among strangers, among trained classes, and among both:

    <group>_pairs (2,)            how many pairs there are of one class and of two
    <group>_curve (3, M)          thresholds, FAR and TAR: some points of the curve
    <group>_numbers (5, 3)        AUC, EER, TAR@FAR = 1e-1, 1e-2, 1e-3, each with the ends of its interval, or NaN
    <group>_bins (2, B)           how many pairs of one class and of two fall between the edges
    <group>_accepts, _rejects (E, 3)   the pairs of two classes most alike, of one class least alike: two rows of
                                  `images`, and the similarity
    images (I, 28, 28), shown (I,)     what these rows stand for: the bytes, and which of the N

    known, foreign (4, 3)         recall@1, 5, 10 and MAP@R: of trained classes among themselves, of strangers among all
    told (3,)                     AUC with which the similarity to the nearest image of a trained class tells strangers
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz.analysis.retrieval import per_query, told_apart, with_intervals
from lossviz.analysis.verification import RATES, Curve, Pairs, curve, extremes, intervals, needed, numbers, thinned
from lossviz.datasets import load
from lossviz.datasets.digits import spread_evenly
from lossviz.engine.metric import metric_of
from lossviz.engine.studying import Arrays, Tell
from lossviz.engine.trained import Trained, trained
from lossviz.geometry.nearest import Metric
from lossviz.geometry.pairs import every_pair, similarities

LEFT_OUT = "left_out"
GROUPS = ("unseen", "trained", "both")
MOST_IMAGES, MOST_STRANGERS = 1000, 300
BINS, POINTS, EXAMPLES = 60, 240, 8


@dataclass(frozen=True, kw_only=True, eq=False)
class Looked:
    """What is compared: images (N, 28, 28), features (N, d) and labels (N,); classes from `trained` on are new."""

    images: NDArray[np.uint8]
    features: NDArray[np.float32]
    labels: NDArray[np.int64]
    names: tuple[str, ...]
    trained: int
    metric: Metric

    @property
    def strange(self) -> NDArray[np.bool_]:
        """Which images (N,) are of classes that were not trained."""
        return self.labels >= self.trained

    def of(self, group: str) -> NDArray[np.int64]:
        """The images of a group, by index."""
        chosen = {"unseen": self.strange, "trained": ~self.strange, "both": np.ones(len(self.labels), bool)}
        return np.flatnonzero(chosen[group])


def answer(given: Mapping[str, Any], material: Arrays, tell: Tell) -> Arrays:
    """The arrays above. Raises Refusal for data that are not here."""
    tell("openset.measuring", None)
    looked = look(trained(given["recipe"], material), str(given.get("strangers", LEFT_OUT)))
    alike = similarities(looked.features, looked.features, looked.metric)
    edges = _edges(alike, looked.metric)
    found: dict[str, NDArray[Any]] = {}
    examples: dict[str, NDArray[np.float64]] = {}
    for n, group in enumerate(GROUPS):
        rows = looked.of(group)
        pairs = _pairs(alike[np.ix_(rows, rows)], looked.labels[rows], rows)
        found |= {f"{group}_{name}": array for name, array in _of_pairs(pairs, looked.labels, edges, n, tell).items()}
        examples |= {f"{group}_{name}": array for name, array in _examples(pairs).items()}
    return {**found, **_pictured(examples, looked.images), **_identified(looked, alike), **_about(looked, edges)}


def look(run: Trained, strangers: str) -> Looked:
    """The probe digits of a run, at most MOST_IMAGES, and those of the strangers. Raises Refusal."""
    digits = run.digits
    labels, images = digits.probe_labels.astype(np.int64), digits.probe_images
    known = len(digits.trained)
    names = digits.classes
    kept = spread_evenly(digits.probe_labels, MOST_IMAGES)
    if strangers != LEFT_OUT:
        other = load(strangers)
        rows = spread_evenly(other.probe_labels, MOST_STRANGERS)
        kept = kept[labels[kept] < known]
        labels = np.append(labels[kept], known + other.probe_labels[rows].astype(np.int64))
        images = np.concatenate([images[kept], other.probe_images[rows]])
        kept, names = np.arange(len(labels)), (*digits.trained, *other.classes)
    kept = kept[np.argsort(labels[kept], kind="stable")]
    return Looked(
        images=images[kept],
        features=run.features(images[kept]).numpy(),
        labels=labels[kept],
        names=names,
        trained=known,
        metric=metric_of(run.recipe),
    )


def _pairs(alike: NDArray[np.float64], labels: NDArray[np.int64], rows: NDArray[np.int64]) -> Pairs:
    """Every pair of these images, which are `rows` of all."""
    first, second = every_pair(len(rows))
    return Pairs(scores=alike[first, second], same=labels[first] == labels[second], first=rows[first],
                 second=rows[second])  # fmt: skip


def _of_pairs(
    pairs: Pairs, labels: NDArray[np.int64], edges: NDArray[np.float64], nth: int, tell: Tell
) -> dict[str, NDArray[Any]]:
    """Curve, numbers and histograms; where one kind of pair is missing there are no numbers."""
    of_each = (pairs.scores[pairs.same], pairs.scores[~pairs.same])
    bins = np.array([np.histogram(np.clip(of, edges[0], edges[-1]), edges)[0] for of in of_each])
    told = {"pairs": np.array([pairs.alike, pairs.different]), "bins": bins}
    if not (pairs.alike and pairs.different):
        return {**told, "curve": np.zeros((3, 0)), "numbers": np.full((2 + len(RATES), 3), np.nan)}
    whole = curve(pairs)
    ends = intervals(pairs, labels, heed=lambda share: tell("openset.drawing", (nth + share) / len(GROUPS)))
    return {**told, "curve": _drawn(thinned(whole, POINTS)), "numbers": _resolved(numbers(whole), ends, pairs)}


def _drawn(found: Curve) -> NDArray[np.float32]:
    return np.stack([found.thresholds, found.far, found.tar]).astype(np.float32)


def _resolved(found: NDArray[np.float64], ends: NDArray[np.float64], pairs: Pairs) -> NDArray[np.float64]:
    """The numbers with their intervals; NaN at rates that so few pairs of two classes cannot tell."""
    whole = np.column_stack([found, ends])
    few = [pairs.different < needed(rate) for rate in RATES]
    whole[len(whole) - len(RATES) :][few] = np.nan
    return whole


def _edges(alike: NDArray[np.float64], metric: Metric) -> NDArray[np.float64]:
    """Cosines reach from −1 to 1; of distances the farthest hundredth counts in the last bin."""
    low = -1.0 if metric == "cosine" else float(np.quantile(alike, 0.01))
    return np.linspace(low, 1.0 if metric == "cosine" else 0.0, BINS + 1)


def _examples(pairs: Pairs) -> dict[str, NDArray[np.float64]]:
    """The pairs that are most likely taken for the wrong kind: two indices of images and the similarity."""
    found = {}
    for name, same in (("accepts", False), ("rejects", True)):
        rows = extremes(pairs, EXAMPLES, same=same)
        found[name] = np.column_stack([pairs.first[rows], pairs.second[rows], pairs.scores[rows]])
    return found


def _pictured(examples: Mapping[str, NDArray[np.float64]], images: NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
    """The examples with rows of `images` in the place of indices, and these images, each once."""
    shown = np.unique(np.concatenate([each[:, :2].ravel() for each in examples.values()])).astype(np.int64)
    placed = {
        name: np.column_stack([np.searchsorted(shown, each[:, :2]), each[:, 2:]]).astype(np.float32)
        for name, each in examples.items()
    }
    return {**placed, "images": images[shown], "shown": shown}


def _identified(looked: Looked, alike: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """Recall@k and MAP@R of trained classes and of strangers, and how well strangers are told from them."""
    strange, labels = looked.strange, looked.labels
    known = per_query(looked.features[~strange], labels[~strange], np.ones((~strange).sum(), bool), looked.metric)
    foreign = per_query(looked.features, labels, strange, looked.metric)
    return {
        "known": with_intervals(known, labels[~strange]),
        "foreign": with_intervals(foreign, labels[strange]),
        "told": told_apart(alike, labels, strange),
    }


def _about(looked: Looked, edges: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    return {
        "features": looked.features,
        "labels": looked.labels.astype(np.uint8),
        "names": np.array(looked.names),
        "trained": np.array([looked.trained]),
        "cosine": np.array([looked.metric == "cosine"]),
        "edges": edges,
    }
