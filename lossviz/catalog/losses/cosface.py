"""CosFace on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import blend, reduction, scale
from lossviz.params import Real

ENTRY = LossEntry(
    id="cosface",
    name="CosFace",
    family="class",
    code="lossviz.losses.cosface:CosFace",
    params=(
        Real(name="m", label="Margin m", noun="margin", default=0.35, low=0.0, high=1.5,
             help="How far the cosine to the own class vector must lead"),
        scale(64.0),
        blend(),
        reduction(),
    ),
    live=Training(
        knobs={"m": 0.1, "s": 16.0, "blend": 0.85},
        lr=1e-2,
        sampler="uniform",
        adaptation="the radius blends in over the first 85% of the run",
    ),
    scores="cosine",
    metric="cosine",
    view="circle",
    margin=("m", "cosine"),
    formula=r"\ell=-\log\frac{e^{s(\cos\theta_y-m)}}{e^{s(\cos\theta_y-m)}+\sum_{j\ne y}e^{s\cos\theta_j}}",
    numbers=r"z_y={s}\,(\cos\theta_y-{m})",
    paper=Paper(title="Wang et al. 2018, CosFace", url="https://arxiv.org/abs/1801.09414"),
    look_at="Look at the **hatched wedges**. CosFace asks each digit's cosine to its own arrow to lead by {m}.",
    in_the_plane="Ten digits in the plane leave room for a margin of 0.19 at most; at 0.35 the loss stays above "
    "9.",
    also=("AM-Softmax", "LMCL"),
    gradient=r"\frac{\partial\ell}{\partial\cos\theta_y}=-s(1-p_y),"
             r"\qquad\frac{\partial\ell}{\partial\cos\theta_j}=s\,p_j",
    pitfalls=(
        "Ten classes in 2-D leave room for m up to 0.19: the published 0.35 cannot be met there.",
        "An accuracy read off logits that contain the margin is far too low.",
    ),
    becomes=(("normalized_softmax", r"m=0"),),
)  # fmt: skip
