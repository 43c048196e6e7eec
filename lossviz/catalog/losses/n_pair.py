"""N-pair loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import normalize
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="n_pair",
    name="N-pair loss",
    family="pair",
    code="lossviz.losses.n_pair:NPair",
    params=(
        Real(name="l2_reg", label="Norm penalty λ", noun="norm penalty", default=0.0, low=0.0, high=1.0, step=0.005,
             help="Weight of the squared feature lengths"),
        Choice(name="similarity", label="Similarity", noun="similarity", default="dot", choices=("dot", "sqeuclidean"),
               labels=("inner product", "−D²"), where="more",
               help="What counts as near; the inner product is the published form"),
        Choice(name="used", label="Pairs of a batch", noun="pairs of a batch", default="first",
               choices=("first", "every"), labels=("first two of a class", "every two of a class"), where="more",
               help="Which samples of a class become pairs"),
        normalize(False),
    ),
    live=Training(
        knobs={"similarity": "sqeuclidean", "used": "every"},
        lr=5e-3,
        sampler="balanced",
        adaptation="the negative squared distance takes the place of the inner product, and every digit is used",
    ),
    scores=None,
    metric="euclidean",
    view="plane",
    formula=r"\ell=\ln\Bigl(1+\sum_{j\ne i}e^{s(f_i,f_j^+)-s(f_i,f_i^+)}\Bigr)",
    numbers=r"\lambda={l2_reg}",
    paper=Paper(
        title="Sohn 2016, Improved deep metric learning with multi-class N-pair loss objective",
        url="https://papers.nips.cc/paper/6200-improved-deep-metric-learning-with-multi-class-n-pair-loss-objective",
    ),
    look_at="Look at the **ten islands**. Each digit picks its twin from a line-up with one of every class.",
    in_the_plane="Inner products reward long features before right ones; about a third of the digits end up "
                 "among strangers.",
    gradient=r"\frac{\partial\ell}{\partial s(f_i,f_i^+)}=-(1-p_i),"
             r"\qquad\frac{\partial\ell}{\partial s(f_i,f_j^+)}=p_j",
    pitfalls=(
        "Dot products reward long features: without the norm penalty lengths run away.",
        "It takes two digits of a class: the published form leaves the rest of a batch unused.",
    ),
)  # fmt: skip
