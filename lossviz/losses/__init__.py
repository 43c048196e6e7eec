"""The losses: `functional` holds them as pure functions, `create` makes the module that a run trains with.

A pure function takes everything as arguments and owns nothing. A module owns its class vectors or centres, follows
the run's schedules (`advance`) and scores embeddings without any margin (`scores`).
"""

from lossviz.losses import functional
from lossviz.losses.adacos import adacos_dynamic_scale
from lossviz.losses.center import center_update
from lossviz.losses.create import create
from lossviz.losses.module import Loss
from lossviz.losses.subcenter_arcface import subcenter_clean

__all__ = ["Loss", "adacos_dynamic_scale", "center_update", "create", "functional", "subcenter_clean"]
