"""InfoNCE on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="infonce",
    name="InfoNCE",
    also=("NT-Xent", "SupCon"),
    family="pair",
    code="lossviz.losses.infonce:InfoNCE",
    params=(
        Real(name="tau", label="Temperature τ", noun="temperature", default=0.1, low=0.0, above=True, high=10.0,
             log=True, help="How sharply the positive must stand out; 1/τ acts like s"),
        Choice(name="denominator", label="Crowd", noun="crowd", default="negatives", choices=("negatives", "all"),
               labels=("other classes", "all others"), where="more", help="Whom the positive is compared with"),
        Choice(name="similarity", label="Similarity", noun="similarity", default="cosine",
               choices=("cosine", "sqeuclidean"), labels=("cosine", "−D²"), where="more",
               help="What counts as near; the cosine is the published form"),
        Choice(name="reduction", label="Averaging", noun="averaging", default="pair", choices=("pair", "anchor"),
               labels=("over pairs", "over anchors"), where="more", help="Over all pairs, or first within each anchor"),
    ),
    live=Training(
        knobs={"tau": 1.0, "denominator": "all", "similarity": "sqeuclidean", "reduction": "anchor"},
        lr=5e-3,
        sampler="balanced",
        adaptation="the negative squared distance takes the place of the cosine",
    ),
    scores=None,
    metric="euclidean",
    view="plane",
    formula=r"\ell=-\log\frac{e^{s_{ip}/\tau}}{e^{s_{ip}/\tau}+\sum_{k}e^{s_{ik}/\tau}}",
    numbers=r"\tau={tau}",
    paper=Paper(
        title="van den Oord, Li, Vinyals 2018, Contrastive predictive coding", url="https://arxiv.org/abs/1807.03748"
    ),
    look_at="Look at the **islands**. Each digit must find its twin among all others at temperature {tau}.",
    in_the_plane="On the circle points cannot pass each other, and about a quarter of the digits end up "
                 "among strangers.",
    gradient=r"\frac{\partial\ell}{\partial s_{ip}}=-\frac{1-p_p}{\tau},"
             r"\qquad\frac{\partial\ell}{\partial s_{ik}}=\frac{p_k}{\tau}",
    pitfalls=(
        "A sample left among its own negatives puts a floor under the loss: it is taken out here.",
        "Cosines differ by 2 at most: at a high τ even a perfect space costs something.",
    ),
    becomes=(("n_pair", r"\tau=1,\ f_i\cdot f_j"),),
)  # fmt: skip
