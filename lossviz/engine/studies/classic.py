"""Linear metrics learned on digits: a data set and how much of it enter, maps of unseen digits and accuracies leave.

given: `data`; `train`, how many digits are learned from; `dim`, to how many principal directions they are brought
first; `seed` of the pairs.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from lossviz.analysis.faithfulness import nearest, votes
from lossviz.classic import METHODS, fit, transform
from lossviz.classic.linear import Matrix, principal, squared_distances
from lossviz.datasets import load
from lossviz.datasets.digits import Images, Labels, spread_evenly
from lossviz.engine.studies.projection import rounded
from lossviz.engine.studying import Arrays, Tell

K = 5
EUCLID = "euclid"
WHITE = 255.0


def answer(given: Mapping[str, Any], material: Arrays, tell: Tell) -> dict[str, NDArray[Any]]:
    """methods (M,): "euclid", then those learned. places: int16 (M, N, 2) of N unseen digits with their `labels`, and
    `scale` (M,); whole, flat (M,): 5 neighbours' accuracy with all directions and with two; seconds (M,) of a core;
    pixels: Euclid's accuracy without any reduction. trained: how many digits were learned from."""
    digits = load(given["data"])
    chosen = np.sort(spread_evenly(digits.train_labels, given["train"]))
    labels = digits.train_labels[chosen]
    known, unseen = (flat(images) for images in (digits.train_images[chosen], digits.probe_images))
    axes, middle = principal(known, given["dim"]), known.mean(0)
    x, new = ((points - middle) @ axes.T for points in (known, unseen))
    maps, wholes, flats, seconds = [], [], [], []
    methods = (EUCLID, *METHODS)
    with threadpool_limits(1):
        for n, method in enumerate(methods):
            tell(f"classic.phase_{method}", n / len(methods))
            begin = time.process_time()
            small, large = learned(method, x, labels, 2, given), learned(method, x, labels, given["dim"], given)
            seconds.append(time.process_time() - begin)
            maps.append(transform(new, small))
            pairs = [(transform(x, found), transform(new, found)) for found in (small, large)]
            flats.append(accuracy(*pairs[0], labels, digits.probe_labels))
            wholes.append(accuracy(*pairs[1], labels, digits.probe_labels))
    places, scale = rounded(maps, centred=True)
    return {
        "methods": np.array(methods),
        "places": places,
        "scale": scale,
        "labels": digits.probe_labels,
        "whole": np.array(wholes),
        "flat": np.array(flats),
        "seconds": np.array(seconds),
        "pixels": np.array(accuracy(known, unseen, labels, digits.probe_labels)),
        "trained": np.array(len(chosen)),
    }


def flat(images: Images) -> Matrix:
    """Images (N, 28, 28) as points (N, 784) in 0 … 1."""
    return images.reshape(len(images), -1) / WHITE


def learned(method: str, x: Matrix, labels: Labels, dim: int, given: Mapping[str, Any]) -> Matrix:
    """The map (dim, D) of a method; Euclid's keeps the first directions, which are the principal ones."""
    if method == EUCLID:
        return np.eye(dim, x.shape[1])
    knobs = {"seed": given["seed"]} if method in ("itml", "mmc") else {}
    return fit(method, x, labels, dim, **knobs)


def accuracy(known: Matrix, new: Matrix, labels: Labels, right: Labels) -> float:
    """The share of new points (N, d) whose 5 nearest known ones vote for their class."""
    found = nearest(squared_distances(new, known), K)
    return float((votes(labels[found]) == right).mean())
