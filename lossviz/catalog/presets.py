"""Comparisons that papers drew: nothing enters, named links leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A comparison by its link's settings; its name stands in `lossviz.text`. paper: who drew it first."""

    id: str
    paper: str
    sides: tuple[str, ...]
    shared: Mapping[str, str] = field(default_factory=dict)

    @property
    def link(self) -> dict[str, str]:
        """The settings as a link has them."""
        return {**dict(zip("abcd", self.sides, strict=False)), **self.shared}


PRESETS = (
    Preset(
        id="margins",
        paper="Deng et al. 2019, ArcFace, figures 3 and 5",
        sides=("softmax", "sphereface", "cosface", "arcface"),
        shared={"data": "mnist5k8"},
    ),
    Preset(
        id="cosface",
        paper="Wang et al. 2018, CosFace, figure 4",
        sides=("softmax", "cosface;m:0", "cosface", "cosface;m:0.2"),
        shared={"data": "mnist5k8"},
    ),
    Preset(
        id="center",
        paper="Wen et al. 2016, Center loss, figure 3",
        sides=("center;lam:0.001", "center;lam:0.01", "center", "center;lam:1"),
    ),
    Preset(
        id="triplets",
        paper="Hermans, Beyer, Leibe 2017, In Defense of the Triplet Loss",
        sides=("triplet", "triplet_batch_all", "triplet_semihard", "triplet_batch_hard"),
    ),
    Preset(
        id="circle",
        paper="Sun et al. 2020, Circle loss, figure 1",
        sides=("triplet_batch_hard", "cosface", "circle"),
    ),
    Preset(
        id="angles",
        paper="Deng et al. 2019, ArcFace, table 3",
        sides=("normalized_softmax", "intra", "inter", "arcface"),
    ),
)
