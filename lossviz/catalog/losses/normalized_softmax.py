"""Normalised softmax on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import blend, reduction, scale
from lossviz.params import Toggle

ENTRY = LossEntry(
    id="normalized_softmax",
    name="Normalised softmax",
    family="class",
    code="lossviz.losses.normalized_softmax:NormalizedSoftmax",
    params=(
        scale(30.0),
        blend(),
        Toggle(name="normalize_features", label="Normalise features", noun="feature normalisation", default=True,
               where="more", help="Bring every feature to length 1 before measuring"),
        reduction(),
    ),
    live=Training(
        knobs={"s": 16.0, "blend": 1.0},
        lr=1e-2,
        sampler="uniform",
        adaptation="the radius blends in over the whole run",
    ),
    scores="cosine",
    metric="cosine",
    view="circle",
    formula=r"\ell=-\log\frac{e^{s\cos\theta_y}}{\sum_j e^{s\cos\theta_j}}",
    numbers=r"z_j={s}\,\cos\theta_j",
    paper=Paper(title="Wang et al. 2017, NormFace", url="https://arxiv.org/abs/1704.06369"),
    look_at="Look at the **borders**. Without a margin each lies halfway between two arrows; digits crowd up to it.",
    in_the_plane="Every feature counts with length 30 from the first step: a digit that starts on the wrong side "
    "must pass all the others.",
    also=("NormFace", "NSL"),
    gradient=r"\frac{\partial\ell}{\partial x}=\frac{s}{\lVert x\rVert}\sum_j(p_j-q_j)(\hat w_j-\cos\theta_j\,"
             r"\hat x)",
    pitfalls=(
        "With s = 1 ten perfectly separated classes still cost 1.38, not far below ln 10: that is why s "
        "exists.",
        "The gradient fades as 1/‖x‖ and never shortens a feature.",
    ),
)  # fmt: skip
