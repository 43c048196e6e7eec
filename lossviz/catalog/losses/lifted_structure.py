"""Lifted structure loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import normalize
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="lifted_structure",
    name="Lifted structure loss",
    family="pair",
    code="lossviz.losses.lifted_structure:LiftedStructure",
    params=(
        Real(name="margin", label="Margin m", noun="margin", default=1.0, low=0.0, high=20.0, step=0.1,
             help="How far the soft nearest negative must be, and beyond"),
        Choice(name="variant", label="Variant", noun="variant", default="song2016",
               choices=("song2016", "song2016_max", "hermans2017"),
               labels=("Song 2016", "nearest negative", "Hermans 2017"), where="more",
               help="Soft over all negatives, the nearest only, or by anchor"),
        normalize(False),
    ),
    live=Training(lr=5e-3, sampler="balanced"),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("margin", "triplet"),
    formula=r"\begin{gathered}J_{ij}=\ln\Bigl(\sum_{k}e^{m-D_{ik}}+\sum_{l}e^{m-D_{jl}}\Bigr)+D_{ij}"
    r"\\\ell=\tfrac12[J_{ij}]_+^2\end{gathered}",
    numbers=r"m={margin}",
    paper=Paper(
        title="Song et al. 2016, Deep metric learning via lifted structured feature embedding",
        url="https://arxiv.org/abs/1511.06452",
    ),
    look_at="Look at the **whole batch**. Every pair of twins meets all strangers of both at once, the nearest first.",
    gradient=r"\frac{\partial\ell}{\partial D_{ij}}\propto[J_{ij}]_+,"
             r"\qquad\frac{\partial\ell}{\partial D_{ik}}\propto-[J_{ij}]_+"
             r"\,\frac{e^{m-D_{ik}}}{\sum_k e^{m-D_{ik}}+\sum_l e^{m-D_{jl}}}",
    pitfalls=(
        "Built as a table of positive by negative pairs it needs 6 GB at 256 digits: ours never builds "
        "one.",
        "The sum grows with the number of negatives: the same m asks for more in a larger batch.",
    ),
)  # fmt: skip
