"""How classes fare: counts of true class by told class enter; recall and precision of each class leave."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def recall(confusion: NDArray[np.integer]) -> Floats:
    """The share of each class's samples told right, from counts (C, C) of true by told class; 0 for an empty class.

    >>> recall(np.array([[3, 1], [0, 2]])).tolist()
    [0.75, 1.0]
    """
    return np.asarray(np.diag(confusion) / np.maximum(confusion.sum(1), 1), float)


def precision(confusion: NDArray[np.integer]) -> Floats:
    """The share of those told to be of a class that are; 0 where none was told so.

    >>> precision(np.array([[3, 1], [1, 2]])).tolist()
    [0.75, 0.6666666666666666]
    """
    return recall(confusion.T)
