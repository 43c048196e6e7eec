"""Every loss as a pure function: embeddings and labels enter, a scalar leaves (with its by-products if asked).

`<id>(embeddings, labels, *, …, with_extra=False)`; the arguments are described at each function.
"""

from lossviz.losses.arcface import arcface
from lossviz.losses.center import center
from lossviz.losses.contrastive import contrastive
from lossviz.losses.cosface import cosface
from lossviz.losses.softmax import softmax
from lossviz.losses.triplet_batch_hard import triplet_batch_hard
from lossviz.losses.triplet_semihard import triplet_semihard

__all__ = ["arcface", "center", "contrastive", "cosface", "softmax", "triplet_batch_hard", "triplet_semihard"]
