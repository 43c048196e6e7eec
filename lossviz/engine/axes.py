"""Which axes are drawn: features of any dimension enter, at most three coordinates leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

import torch
from numpy.typing import NDArray
from torch import Tensor

DRAWN = 3


class Axes:
    """The plane and space as they are; above three dimensions the first principal axes of features seen beforehand.

    The axes stay as they were found, so that points, class vectors and centres move and the view does not. `foreseen`
    gives the features (N, d) to find them in; it is asked once, with the first values drawn, or never.
    """

    def __init__(self, dim: int, foreseen: Callable[[], Tensor]) -> None:
        self.projected = dim > DRAWN
        self._foreseen = foreseen
        self._found: Tensor | None = None

    def state(self) -> list[list[float]] | None:
        """The axes (d, 3) as plain numbers; None where there is nothing to choose."""
        return self._onto.tolist() if self.projected else None

    def restore(self, state: list[list[float]] | None) -> None:
        """Draws on the axes of `state` again. Raises ValueError for axes that are missing."""
        if not self.projected:
            return
        if state is None:
            raise ValueError("a run of more than three dimensions has axes, got none")
        self._found = torch.tensor(state)

    @overload
    def drawn(self, values: Tensor) -> NDArray[Any]: ...
    @overload
    def drawn(self, values: None) -> None: ...
    def drawn(self, values: Tensor | None) -> NDArray[Any] | None:
        """Values (…, d) as numpy arrays (…, min(d, 3))."""
        if values is None:
            return None
        shown = values @ self._onto.to(values) if self.projected else values
        coordinates: NDArray[Any] = shown.cpu().numpy()
        return coordinates

    def share(self, features: Tensor) -> float:
        """The part of the features' variance (N, d) that is drawn; 1 where nothing is left out."""
        if not self.projected:
            return 1.0
        from_mean = features - features.mean(0)
        kept, whole = (from_mean @ self._onto.to(features)).square().sum(), from_mean.square().sum()
        return (kept / whole).item() if whole > 0 else 1.0

    @property
    def _onto(self) -> Tensor:
        if self._found is None:
            self._found = principal(self._foreseen())
        return self._found


def principal(features: Tensor) -> Tensor:
    """The directions (d, 3) in which features (N, d) vary most, greatest first."""
    _, _, directions = torch.linalg.svd(features - features.mean(0), full_matrices=False)
    axes: Tensor = directions[:DRAWN].T
    return axes
