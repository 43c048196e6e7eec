"""Every loss as a pure function: embeddings and labels enter, a scalar leaves (with its by-products if asked).

`<id>(embeddings, labels, *, …, with_extra=False)`; the arguments are described at each function.
"""

from lossviz.losses.adacos import adacos
from lossviz.losses.arcface import arcface
from lossviz.losses.center import center
from lossviz.losses.circle import circle
from lossviz.losses.circle_class import circle_class
from lossviz.losses.combined_margin import combined_margin
from lossviz.losses.contrastive import contrastive
from lossviz.losses.cosface import cosface
from lossviz.losses.dynamic_arcface import dynamic_arcface
from lossviz.losses.infonce import infonce
from lossviz.losses.inter import inter
from lossviz.losses.intra import intra
from lossviz.losses.lifted_structure import lifted_structure
from lossviz.losses.margin import margin
from lossviz.losses.n_pair import n_pair
from lossviz.losses.normalized_softmax import normalized_softmax
from lossviz.losses.quadruplet import quadruplet
from lossviz.losses.softmax import softmax
from lossviz.losses.sphereface import sphereface
from lossviz.losses.subcenter_arcface import subcenter_arcface
from lossviz.losses.triplet import triplet
from lossviz.losses.triplet_batch_all import triplet_batch_all
from lossviz.losses.triplet_batch_hard import triplet_batch_hard
from lossviz.losses.triplet_semihard import triplet_semihard
from lossviz.losses.unified import unified

__all__ = [
    "adacos",
    "arcface",
    "center",
    "circle",
    "circle_class",
    "combined_margin",
    "contrastive",
    "cosface",
    "dynamic_arcface",
    "infonce",
    "inter",
    "intra",
    "lifted_structure",
    "margin",
    "n_pair",
    "normalized_softmax",
    "quadruplet",
    "softmax",
    "sphereface",
    "subcenter_arcface",
    "triplet",
    "triplet_batch_all",
    "triplet_batch_hard",
    "triplet_semihard",
    "unified",
]
