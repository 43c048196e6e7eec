"""Which axes are drawn: features of any dimension enter, at most three coordinates leave."""

from __future__ import annotations

from typing import Any, overload

import torch
from numpy.typing import NDArray
from torch import Tensor

DRAWN = 3


class Axes:
    """The plane and space as they are; above three dimensions the first principal axes of the first frame.

    The axes stay as they were found, so that points, class vectors and centres move and the view does not.
    """

    def __init__(self, features: Tensor) -> None:
        self._onto: Tensor | None = None
        if features.shape[1] > DRAWN:
            _, _, directions = torch.linalg.svd(features - features.mean(0), full_matrices=False)
            self._onto = directions[:DRAWN].T

    @overload
    def drawn(self, values: Tensor) -> NDArray[Any]: ...
    @overload
    def drawn(self, values: None) -> None: ...
    def drawn(self, values: Tensor | None) -> NDArray[Any] | None:
        """Values (…, d) as numpy arrays (…, min(d, 3))."""
        if values is None:
            return None
        shown = values if self._onto is None else values @ self._onto
        coordinates: NDArray[Any] = shown.cpu().numpy()
        return coordinates
