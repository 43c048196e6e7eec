"""The pull of a loss on a few digits: a loss, embeddings and labels enter, −∂L/∂x leaves, and the loss is as it was."""

from __future__ import annotations

from copy import copy

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from lossviz.losses import Loss

MOST = 120
"""Digits that are pulled, as many of each class."""


def chosen(labels: NDArray[np.uint8], trained: int) -> NDArray[np.int64]:
    """Indices of the first digits of each trained class, class by class, at most MOST: two of each at least, for pairs.

    The first `trained` classes are.
    """
    classes = np.unique(labels[labels < trained])
    each = max(2, MOST // max(1, len(classes)))
    return np.concatenate([np.flatnonzero(labels == k)[:each] for k in classes])[:MOST]


def pull(loss: Loss, embeddings: Tensor, labels: Tensor) -> Tensor:
    """−∂L/∂x [N, d] of the batch (N, d), (N,), as the loss stands now; 0 where it is not finite or hangs on nothing.

    Taken in evaluation, in a copy that shares the weights: neither centres nor scales move, and the readings stay those
    of the last batch.
    """
    points = embeddings.detach().requires_grad_()
    still = copy(loss)
    still.training = False
    with torch.enable_grad():
        value = still(points, labels)
        if not value.requires_grad:
            return torch.zeros_like(embeddings)
        (slope,) = torch.autograd.grad(value, points, allow_unused=True, materialize_grads=True)
    return (-slope).nan_to_num(0.0, 0.0, 0.0)
