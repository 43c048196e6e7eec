"""Data sets, worker side: an id enters, images with labels leave; and the batches drawn from them."""

from lossviz.datasets.digits import Digits, load, normalised, pack_of
from lossviz.datasets.download import Cancelled, fetch, here
from lossviz.datasets.samplers import balanced, rolled, uniform

__all__ = ["Cancelled", "Digits", "balanced", "fetch", "here", "load", "normalised", "pack_of", "rolled", "uniform"]
