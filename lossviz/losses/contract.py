"""What every pure loss promises: a formula enters, the function that people call leaves.

A formula is written as `(embeddings, labels, *, …) -> (loss, extra)`. The function that leaves checks the batch,
computes in the widest type given, float32 at least, also under autocast, and returns the loss alone unless
`with_extra=True`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import reduce, wraps
from typing import Any, Literal, Protocol, cast, overload

import torch
from torch import Tensor

Extra = Mapping[str, Any]
"""Named by-products. One that is dear to compute is a function, called only when it is asked for."""

Formula = Callable[..., tuple[Tensor, Extra]]


class PureLoss(Protocol):
    """A loss as a function: a scalar, or `(scalar, extra)`."""

    __name__: str

    @overload
    def __call__(
        self, embeddings: Tensor = ..., labels: Tensor = ..., *, with_extra: Literal[False] = ..., **arguments: Any
    ) -> Tensor: ...

    @overload
    def __call__(
        self, embeddings: Tensor = ..., labels: Tensor = ..., *, with_extra: Literal[True], **arguments: Any
    ) -> tuple[Tensor, dict[str, Any]]: ...


def pure_loss(formula: Formula) -> PureLoss:
    """Turns a formula into the pure loss of the same name and arguments, `with_extra` added.

    Embeddings and labels may both be left out of a formula in which they are None by default.
    """
    optional = inspect.signature(formula).parameters["embeddings"].default is None

    @wraps(formula)
    def loss(
        embeddings: Tensor | None = None, labels: Tensor | None = None, *, with_extra: bool = False, **arguments: Any
    ) -> Any:
        batch: tuple[Tensor, ...] = ()
        if not optional or embeddings is not None or labels is not None:
            batch = checked_batch(embeddings, labels)
        common = widest([*batch, *arguments.values()])
        batch = tuple(in_type(value, common) for value in batch)
        wide = {name: in_type(value, common) for name, value in arguments.items()}
        with torch.autocast(_device(*batch, *wide.values()), enabled=False):
            value, extra = formula(*batch, **wide)
        if not with_extra:
            return value
        return value, {name: entry() if callable(entry) else entry for name, entry in extra.items()}

    loss.__signature__ = _with_extra_added(formula)  # type: ignore[attr-defined]
    return cast(PureLoss, loss)


def widest(values: Iterable[Any]) -> torch.dtype:
    """The type in which the real tensors among these can meet, float32 at least."""
    return reduce(torch.promote_types, (value.dtype for value in values if _real(value)), torch.float32)


def in_type(value: Any, dtype: torch.dtype) -> Any:
    """A real tensor in this type; anything else as it is."""
    return value.to(dtype) if _real(value) else value


def checked_batch(embeddings: Any, labels: Any) -> tuple[Tensor, Tensor]:
    """The batch, embeddings in float32 at least and labels as int64.

    Raises ValueError unless embeddings are (N, d) real numbers and labels (N,) whole numbers.
    """
    if not _real(embeddings) or embeddings.ndim != 2:
        raise ValueError(f"embeddings must be a real tensor of shape (N, d), got {described(embeddings)}")
    return in_type(embeddings, widest([embeddings])), checked_labels(labels, len(embeddings))


def checked_labels(labels: Any, samples: int) -> Tensor:
    """The labels as int64: of a narrower type they would not do for an index, and uint8 would be taken for a mask.

    Raises ValueError unless they are (N,) whole numbers for N samples.
    """
    whole = isinstance(labels, Tensor) and not (labels.is_floating_point() or labels.is_complex())
    if not whole or labels.dtype == torch.bool or labels.shape != (samples,):
        raise ValueError(f"labels must be whole numbers of shape ({samples},), got {described(labels)}")
    long: Tensor = labels.long()
    return long


def check_rows(name: str, rows: Tensor, width: int, samples: int) -> None:
    """Raises ValueError unless rows are whole numbers of shape (·, width), each the place of one of the samples."""
    whole = isinstance(rows, Tensor) and rows.dtype in (torch.int64, torch.int32)
    if not whole or rows.ndim != 2 or rows.shape[1] != width:
        raise ValueError(f"{name} must be whole numbers of shape (T, {width}), got {described(rows)}")
    if bool(((rows < 0) | (rows >= samples)).any()):
        raise ValueError(f"{name} must lie in 0 … {samples - 1}, got {int(rows.min())} … {int(rows.max())}")


def check_classes(labels: Tensor, classes: int) -> None:
    """Raises ValueError unless every label lies in 0 … classes − 1."""
    if bool(((labels < 0) | (labels >= classes)).any()):
        raise ValueError(f"labels must lie in 0 … {classes - 1}, got {int(labels.min())} … {int(labels.max())}")


def check_vectors(name: str, vectors: Tensor, embeddings: Tensor) -> None:
    """Raises ValueError unless there is one real vector of the embeddings' length for each class."""
    dim = embeddings.shape[1]
    if not _real(vectors) or vectors.ndim != 2 or vectors.shape[1] != dim:
        raise ValueError(f"{name} must be real numbers of shape (C, {dim}), got {described(vectors)}")


def check_bias(bias: Tensor | None, classes: int) -> None:
    """Raises ValueError unless there is a real number for each class, or None."""
    if bias is not None and (not _real(bias) or bias.shape != (classes,)):
        raise ValueError(f"bias must be real numbers of shape ({classes},), got {described(bias)}")


def check_above(name: str, value: float, low: float = 0.0) -> None:
    """Raises ValueError unless value is a finite number above low."""
    if not _number(value) or not low < value < float("inf"):
        raise ValueError(f"{name} must be greater than {low:g}, got {value}")


def check_range(name: str, value: float, low: float, high: float = float("inf")) -> None:
    """Raises ValueError unless value is a number in [low, high]."""
    if not _number(value) or not low <= value <= high:
        raise ValueError(f"{name} must lie in {low:g} … {high:g}, got {value}")


def check_share(name: str, value: float) -> None:
    """Raises ValueError unless value is a number in [0, 1)."""
    if not _number(value) or not 0.0 <= value < 1.0:
        raise ValueError(f"{name} must be at least 0 and below 1, got {value}")


def check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    """Raises ValueError unless value is one of the choices."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value}")


def _device(*values: Any) -> str:
    return next((value.device.type for value in values if isinstance(value, Tensor)), "cpu")


def _real(value: object) -> bool:
    return isinstance(value, Tensor) and value.is_floating_point()


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def described(value: object) -> str:
    """Type and shape of a tensor, for a sentence."""
    return f"{value.dtype} {tuple(value.shape)}" if isinstance(value, Tensor) else type(value).__name__


def _with_extra_added(formula: Formula) -> inspect.Signature:
    signature = inspect.signature(formula)
    extra = inspect.Parameter("with_extra", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=bool)
    return signature.replace(parameters=[*signature.parameters.values(), extra])
