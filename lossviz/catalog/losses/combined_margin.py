"""The combined margin on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import blend, reduction, scale
from lossviz.params import Real

ENTRY = LossEntry(
    id="combined_margin",
    name="Combined margin",
    family="class",
    code="lossviz.losses.combined_margin:CombinedMargin",
    params=(
        Real(name="m1", label="Factor m₁", noun="factor", default=1.0, low=0.5, high=2.0,
             help="Multiplies the own angle; 1: no margin of this kind"),
        Real(name="m2", label="Angle m₂", noun="angle", default=0.3, low=0.0, high=1.57, unit="rad",
             help="Added to the own angle; 0: no margin of this kind"),
        Real(name="m3", label="Cosine m₃", noun="cosine", default=0.2, low=0.0, high=1.5,
             help="Taken off the own cosine; 0: no margin of this kind"),
        scale(64.0),
        blend(),
        reduction(),
    ),
    live=Training(
        knobs={"m1": 1.0, "m2": 0.15, "m3": 0.05, "s": 16.0, "blend": 0.7},
        lr=1e-2,
        sampler="uniform",
        adaptation="the radius blends in over the first 70% of the run",
    ),
    scores="cosine",
    metric="cosine",
    view="circle",
    margin=("m2", "combined"),
    formula=r"\ell=-\log\frac{e^{s(\cos(m_1\theta_y+m_2)-m_3)}}"
    r"{e^{s(\cos(m_1\theta_y+m_2)-m_3)}+\sum_{j\ne y}e^{s\cos\theta_j}}",
    numbers=r"z_y={s}\,(\cos({m1}\,\theta_y+{m2})-{m3})",
    paper=Paper(title="Deng et al. 2019, ArcFace", url="https://arxiv.org/abs/1801.07698"),
    look_at="Look at the **gaps** between digits. Three margins at once widen them: on factor, angle and cosine.",
    in_the_plane="Ten digits in the plane leave room for a cosine of 0.19 at most; this form asks for more, and "
    "the loss stays high.",
    also=("CM1", "CM2"),
    gradient=r"\frac{\partial\ell}{\partial\theta_y}=s\,m_1(1-p_y)\sin(m_1\theta_y+m_2)",
    pitfalls=(
        "A factor m₁ is not felt at θ = 0: only m₂ and m₃ ask something of a sample on its class "
        "vector.",
    ),
    becomes=(("arcface", r"m_1=1,\ m_3=0"), ("cosface", r"m_1=1,\ m_2=0"),),
)  # fmt: skip
