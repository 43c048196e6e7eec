"""Sums and extremes over some of a row: values [N, M] and where they count enter, one number for each row leaves."""

from __future__ import annotations

import torch
from torch import Tensor


def log_sum_exp(values: Tensor, where: Tensor) -> Tensor:
    """ln Σ eᵛ over the places of each row where `where`, [N]; −∞ with gradient 0 for a row without any.

    A row that is −∞ throughout would have the gradient NaN, so that such a row is summed whole and then replaced.
    """
    some = where.any(1)
    sums = values.masked_fill(~(where | ~some[:, None]), -torch.inf).logsumexp(1)
    return sums.masked_fill(~some, -torch.inf)


def largest(values: Tensor, where: Tensor) -> Tensor:
    """The largest value of each row where `where`, [N], the first of equals; −∞ for a row without any."""
    if values.shape[1] == 0:
        return values.sum(1) - torch.inf
    return values.masked_fill(~where, -torch.inf).max(1).values


def smallest(values: Tensor, where: Tensor) -> Tensor:
    """The smallest value of each row where `where`, [N], the first of equals; ∞ for a row without any."""
    if values.shape[1] == 0:
        return values.sum(1) + torch.inf
    return values.masked_fill(~where, torch.inf).min(1).values


def mean(values: Tensor, where: Tensor) -> Tensor:
    """The mean of all values [N, M] where `where`; 0 if there is none."""
    return (values * where).sum() / where.sum().clamp(min=1)
