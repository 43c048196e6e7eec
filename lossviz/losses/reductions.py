"""From the terms of a batch to one number."""

from __future__ import annotations

from torch import Tensor

from lossviz.losses.contract import check_choice


def reduced(terms: Tensor, reduction: str, count: float | Tensor | None = None) -> Tensor:
    """Σ terms, over `count` (default: how many there are) for "mean". No terms: 0, still attached to the graph."""
    check_choice("reduction", reduction, ("mean", "sum"))
    if reduction == "sum":
        return terms.sum()
    count = terms.numel() if count is None else count
    return terms.sum() / max(count, 1)
