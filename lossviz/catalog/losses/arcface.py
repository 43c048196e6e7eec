"""ArcFace on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import blend, label_smoothing, reduction, scale
from lossviz.params import Choice, Real, Toggle

ENTRY = LossEntry(
    id="arcface",
    name="ArcFace",
    family="class",
    code="lossviz.losses.arcface:ArcFace",
    params=(
        Real(name="m", label="Margin m", noun="margin", default=0.5, low=0.0, high=1.57, unit="rad",
             help="How much nearer, in angle, the own class vector must be"),
        scale(64.0),
        blend(),
        Toggle(name="easy_margin", label="Easy margin", noun="easy margin", default=False, where="more",
               help="Margin only below 90°; the target jumps up there"),
        label_smoothing(),
        Choice(name="ls_mode", label="Smoothing acts on", noun="label smoothing mode", default="targets",
               choices=("targets", "logits"), labels=("the targets", "the logits"), where="more",
                help="Mixing logits leaks the margin to other classes"),
        reduction(),
    ),
    live=Training(
        knobs={"m": 0.3, "s": 16.0, "blend": 0.7},
        lr=1e-2,
        sampler="uniform",
        adaptation="the radius blends in over the first 70% of the run",
    ),
    scores="cosine",
    metric="cosine",
    view="circle",
    margin=("m", "angle"),
    formula=r"\ell=-\log\frac{e^{s\cos(\theta_y+m)}}{e^{s\cos(\theta_y+m)}+\sum_{j\ne y}e^{s\cos\theta_j}}",
    numbers=r"z_y={s}\,\cos(\theta_y+{m})",
    paper=Paper(title="Deng et al. 2019, ArcFace", url="https://arxiv.org/abs/1801.07698"),
    look_at="Look at the **hatched wedges**. ArcFace pulls every digit {m_degrees} nearer to its own arrow "
            "than to any other.",
    in_the_plane="A margin of 0.5 rad just fits ten digits, but at s = 64 from the first step a digit that "
    "starts on the wrong side mostly stays there.",
    gradient=r"\frac{\partial\ell}{\partial\theta_y}=s\,(1-p_y)\sin(\theta_y+m)",
    pitfalls=(
        "Past π − m the cosine of θ + m rises again; without the fallback the hardest samples get a "
        "bonus.",
        "Written with an arccosine, the gradient is not a number for a sample exactly on its class "
        "vector.",
        "Easy margin jumps up at 90°: a sample just past it costs less than one just before.",
    ),
    becomes=(("normalized_softmax", r"m=0"),),
)  # fmt: skip
