"""Quadruplet loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import distance, normalize, reduction
from lossviz.params import Choice, Real, Toggle

ENTRY = LossEntry(
    id="quadruplet",
    name="Quadruplet loss",
    family="pair",
    code="lossviz.losses.quadruplet:Quadruplet",
    params=(
        Real(name="alpha1", label="Margin α₁", noun="first margin", default=1.0, low=0.0, high=10.0, step=0.05,
             help="Lead of the positive over a negative of the same anchor"),
        Real(name="alpha2", label="Margin α₂", noun="second margin", default=0.5, low=0.0, high=10.0, step=0.05,
             help="Lead of the positive over two strangers to each other"),
        Choice(name="variant", label="Variant", noun="variant", default="chen2017", choices=("chen2017", "survey"),
               labels=("Chen 2017", "a survey's"), where="more", help="The survey's pulls its own twins apart"),
        Choice(name="mining", label="Mining", noun="mining", default="random", choices=("random", "semihard"),
               labels=("random", "nearest semi-hard"), where="more", help="How the first negative is found"),
        Toggle(name="adaptive", label="Adaptive margins", noun="adaptive margins", default=False, where="more",
               help="Margins from the mean distances of the batch"),
        Real(name="w1", label="Weight w₁", noun="first weight", default=1.0, low=0.0, high=2.0, step=0.05,
             where="more", help="Share of the mean gap that becomes α₁ when adaptive"),
        Real(name="w2", label="Weight w₂", noun="second weight", default=0.5, low=0.0, high=2.0, step=0.05,
             where="more", help="Share of the mean gap that becomes α₂ when adaptive"),
        distance("sqeuclidean"),
        normalize(False),
        reduction(),
    ),
    live=Training(
        knobs={"mining": "semihard", "distance": "euclidean"},
        lr=5e-3,
        sampler="balanced",
        adaptation="plain distances, and the first negative is the nearest semi-hard one",
    ),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("alpha1", "triplet"),
    formula=r"\ell=\bigl[d(a,p)-d(a,n_1)+\alpha_1\bigr]_++\bigl[d(a,p)-d(n_2,n_1)+\alpha_2\bigr]_+",
    numbers=r"\alpha_1={alpha1},\quad\alpha_2={alpha2}",
    paper=Paper(title="Chen et al. 2017, Beyond triplet loss", url="https://arxiv.org/abs/1704.01719"),
    look_at="Look at the **size of each island**. Twins must be nearer than any two strangers, wherever those lie.",
    gradient=r"\frac{\partial\ell}{\partial d(a,p)}=\mathbb 1_1+\mathbb 1_2,"
             r"\quad\frac{\partial\ell}{\partial d(a,n_1)}=-\mathbb 1_1,\quad\frac{\partial\ell}{\partial d(n_2"
             r",n_1)}=-\mathbb 1_2",
    pitfalls=(
        "The two negatives come from two further classes: a batch of two classes has no quadruplet.",
        "With the hardest of everything it fails in 2-D, at 18 to 61 %.",
    ),
    becomes=(("triplet", r"w_2=0"),),
)  # fmt: skip
