"""Margin loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import centre_rate, distance, reduction
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="margin",
    name="Margin loss",
    family="centre",
    code="lossviz.losses.margin:Margin",
    params=(
        Real(name="m", label="Margin m", noun="margin", default=0.5, low=0.0, high=20.0, step=0.05,
             help="How much nearer the own centre must be than another"),
        Choice(name="negatives", label="Other centres", noun="other centres", default="all",
               choices=("all", "nearest"), labels=("all of them", "the nearest"), where="more",
               help="Which centres the own one is compared with"),
        distance("euclidean"),
        centre_rate(),
        reduction(),
    ),
    live=Training(
        knobs={"m": 2.0},
        lr=5e-3,
        sampler="uniform",
    ),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("m", "distance"),
    formula=r"\ell=\frac{1}{C-1}\sum_{j\ne y}\bigl[d(x,c_y)-d(x,c_j)+m\bigr]_+",
    numbers=r"d(x,c_y)+{m}\le d(x,c_j)",
    paper=Paper(title="He et al. 2018, Triplet-center loss", url="https://arxiv.org/abs/1803.06189"),
    look_at="Look at the **crosses**. Each digit must be nearer to its own than to any other, by {m}.",
    in_the_plane="",
    gradient=r"\nabla_x\ell=\frac1{C-1}\sum_{j:\;d_y-d_j+m>0}(\nabla_x d_y-\nabla_x d_j)",
    pitfalls=(
        "Another loss of the same name, by Wu et al. 2017, compares pairs and not centres.",
    ),
)  # fmt: skip
