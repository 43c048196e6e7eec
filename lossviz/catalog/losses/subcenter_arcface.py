"""Sub-center ArcFace on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import blend, initial_spread, reduction, scale, subcentres
from lossviz.params import Real, Toggle

ENTRY = LossEntry(
    id="subcenter_arcface",
    name="Sub-center ArcFace",
    family="class",
    code="lossviz.losses.subcenter_arcface:SubcenterArcFace",
    params=(
        Real(name="m", label="Margin m", noun="margin", default=0.5, low=0.0, high=1.57, unit="rad",
             help="How much nearer, in angle, the own class vector must be"),
        scale(64.0),
        subcentres(3),
        initial_spread(),
        blend(),
        Toggle(name="easy_margin", label="Easy margin", noun="easy margin", default=False, where="more",
               help="Margin only below 90°; the target jumps up there"),
        reduction(),
    ),
    live=Training(
        knobs={"m": 0.2, "s": 16.0, "blend": 0.85, "spread": 0.05},
        lr=1e-2,
        sampler="uniform",
        adaptation="sub-centres start close together, and the radius blends in over the first 85% of the run",
    ),
    scores="cosine",
    metric="cosine",
    view="circle",
    margin=("m", "angle"),
    formula=r"\begin{gathered}\ell=-\log\frac{e^{s\cos(\tilde\theta_y+m)}}"
    r"{e^{s\cos(\tilde\theta_y+m)}+\sum_{j\ne y}e^{s\cos\tilde\theta_j}}"
    r"\\\tilde\theta_j=\min_{k\le K}\theta_{jk}\end{gathered}",
    numbers=r"z_y={s}\,\cos(\tilde\theta_y+{m})",
    paper=Paper(title="Deng et al. 2020, Sub-center ArcFace", url="https://doi.org/10.1007/978-3-030-58621-8_43"),
    look_at="Look at the **arrows**. Each digit has several and follows the nearest; odd samples may take another.",
    in_the_plane="A margin of 0.5 rad just fits ten digits, but at s = 64 from the first step a digit that "
    "starts on the wrong side mostly stays there.",
    gradient=r"\frac{\partial\ell}{\partial\tilde\theta_y}=s\,(1-p_y)\sin(\tilde\theta_y+m),"
             r"\qquad\tilde\theta_y=\min_k\theta_{y,k}",
    pitfalls=(
        "Sub-centres may share a clean class among themselves: look at the share of the dominant one.",
        "The published 75° for cleaning finds almost nothing on digits: about 25° does.",
    ),
    becomes=(("arcface", r"K=1"),),
)  # fmt: skip
