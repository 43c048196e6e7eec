"""Batch-all triplet loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import distance, normalize
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="triplet_batch_all",
    name="Batch-all triplet loss",
    family="pair",
    code="lossviz.losses.triplet_batch_all:TripletBatchAll",
    params=(
        Real(name="margin", label="Margin m", noun="margin", default=0.3, low=0.0, high=10.0, step=0.05,
             help="How much farther than the positive a negative must be"),
        Choice(name="reduction", label="Averaging", noun="averaging", default="mean_nonzero",
               choices=("mean_nonzero", "mean", "sum"), labels=("over active", "over all", "sum"), where="more",
               help="Over triplets with a loss above 0, over all, or the sum"),
        distance("euclidean"),
        normalize(False),
    ),
    live=Training(knobs={"margin": 1.0}, lr=5e-3, sampler="balanced"),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("margin", "triplet"),
    formula=r"\begin{gathered}\ell=\bigl[d(a,p)-d(a,n)+m\bigr]_+\\\text{every }a,p\text{ of one class, }n\text{ of "
    r"another}\end{gathered}",
    numbers=r"m={margin}",
    paper=Paper(
        title="Hermans, Beyer, Leibe 2017, In defense of the triplet loss", url="https://arxiv.org/abs/1703.07737"
    ),
    look_at="Look at the **edges**. All triplets count, but soon only strangers within {margin} of a twin still push.",
    gradient=r"\frac{\partial\ell}{\partial x_a}\propto\sum_{\ell_{apn}>0}\Bigl(\frac{x_a-x_p}{d(a,p)}-\frac{x"
             r"_a-x_n}{d(a,n)}\Bigr)",
    pitfalls=(
        "Averaged over all triplets, most of them free of cost, the few that teach are drowned.",
    ),
    becomes=(("triplet", r"\text{all }(a,p,n)"),),
)  # fmt: skip
