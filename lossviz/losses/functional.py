"""Every loss as a pure function: embeddings and labels enter, a scalar leaves (with its by-products if asked).

`functional.<id>(embeddings, labels, *, …, with_extra=False)`; the arguments are described at each function. They are
found on the shelf by their id, so that a new loss needs no line here.

>>> from lossviz.losses import functional
>>> functional.softmax(torch.zeros(1, 2), torch.tensor([0]), weights=torch.eye(2))
tensor(0.6931)
"""

from importlib import import_module

from lossviz.catalog import losses
from lossviz.losses.contract import PureLoss

__all__ = list(losses())


def __getattr__(id: str) -> PureLoss:
    entry = losses().get(id)
    if entry is None:
        raise AttributeError(f"there is no loss {id}")
    found: PureLoss = getattr(import_module(entry.code.partition(":")[0]), id)
    return found
