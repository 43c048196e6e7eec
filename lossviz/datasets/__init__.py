"""Data sets, worker side: an id enters, images with labels leave; and the batches drawn from them."""

from lossviz.datasets.digits import Digits, load, normalised, pack_of
from lossviz.datasets.samplers import balanced, rolled, uniform

__all__ = ["Digits", "balanced", "load", "normalised", "pack_of", "rolled", "uniform"]
