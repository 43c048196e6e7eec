"""Triplet loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import distance, normalize, reduction
from lossviz.params import Real, Toggle

ENTRY = LossEntry(
    id="triplet",
    name="Triplet loss",
    family="pair",
    code="lossviz.losses.triplet:TripletMargin",
    params=(
        Real(name="margin", label="Margin m", noun="margin", default=1.0, low=0.0, high=10.0, step=0.05,
             help="How much farther than the positive a negative must be"),
        distance("euclidean"),
        normalize(False),
        Toggle(name="swap", label="Swap", noun="swap", default=False, where="more",
               help="Measure the negative from the positive where that is nearer"),
        Real(name="p", label="Norm p", noun="norm", default=2.0, low=1.0, high=10.0, step=0.5, where="more",
             help="Of the Euclidean distance: 1 sums the sides, 2 is the usual"),
        Real(name="eps", label="Offset ε", noun="offset", default=1e-6, low=0.0, high=0.1, step=1e-6, where="more",
             help="Added to every coordinate difference, as torch does"),
        reduction(),
    ),
    live=Training(lr=5e-3, sampler="balanced"),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("margin", "triplet"),
    formula=r"\ell=\bigl[d(a,p)-d(a,n)+m\bigr]_+",
    numbers=r"d(a,n)\ge d(a,p)+{margin}",
    paper=Paper(
        title="Weinberger, Saul 2009, Large margin nearest neighbor classification",
        url="https://www.jmlr.org/papers/v10/weinberger09a.html",
    ),
    look_at="Look at the **spaces between**. Every twin draws one stranger by lot, who must be {margin} farther away.",
    gradient=r"\frac{\partial\ell}{\partial x_a}=\frac{x_a-x_p}{d(a,p)}-\frac{x_a-x_n}{d(a,n)}"
             r"\quad\text{where }\ell>0",
    pitfalls=(
        "Random triplets soon cost nothing: look at the share that is active.",
        "Written in cosines instead of squared distances, the same loss needs half the margin.",
    ),
)  # fmt: skip
