"""Batch-hard triplet loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import distance, normalize, reduction
from lossviz.params import Real

ENTRY = LossEntry(
    id="triplet_batch_hard",
    name="Batch-hard triplet loss",
    family="pair",
    code="lossviz.losses.triplet_batch_hard:TripletBatchHard",
    params=(
        Real(name="margin", label="Margin m", noun="margin", default=0.3, low=0.0, high=10.0, step=0.05,
             words=("soft",), help="Lead asked of the farthest positive; soft: no hinge"),
        Real(name="anneal", label="Annealing", noun="annealing", default=0.0, low=0.0, high=1.0, step=0.05,
             where="more", help="Share of the run from mean to hardest; 0: published form"),
        distance("euclidean"),
        normalize(False),
        reduction(),
    ),
    live=Training(
        knobs={"margin": "soft", "anneal": 0.5},
        lr=5e-3,
        sampler="balanced",
        adaptation="the mean over positives and negatives sharpens to the hardest over the first half of the run",
    ),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("margin", "triplet"),
    formula=r"\begin{gathered}\Delta=\max_p d(a,p)-\min_n d(a,n)"
    r"\\\ell=[\Delta+m]_+\quad(\mathrm{soft}\colon\ln(1+e^{\Delta}))\end{gathered}",
    numbers=r"m={margin}",
    paper=Paper(
        title="Hermans, Beyer, Leibe 2017, In defense of the triplet loss", url="https://arxiv.org/abs/1703.07737"
    ),
    look_at="Look at the **outliers**. Each digit is pulled to its farthest twin and pushed from the nearest stranger.",
    gradient=r"\frac{\partial\ell}{\partial d(a,p^\ast)}=\sigma,"
             r"\quad\frac{\partial\ell}{\partial d(a,n^\ast)}=-\sigma,\quad\sigma=\frac1{1+e^{d(a,n^\ast)"
             r"-d(a,p^\ast)}}\ (\text{hinge: }1)",
    pitfalls=(
        "It can fall onto one point: then the loss rests at m, or at ln 2 if soft, and the gradient is 0.",
        "One wrong label makes that digit the hardest of every batch it is in.",
    ),
    becomes=(("triplet", r"p^\ast=\arg\max d_{ap},\ n^\ast=\arg\min d_{an}"),),
)  # fmt: skip
