"""Dynamic-margin ArcFace on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import blend, initial_spread, reduction, scale, subcentres
from lossviz.params import Real

ENTRY = LossEntry(
    id="dynamic_arcface",
    name="Dynamic-margin ArcFace",
    family="class",
    code="lossviz.losses.dynamic_arcface:DynamicArcFace",
    params=(
        Real(name="m_min", label="Smallest margin", noun="smallest margin", default=0.05, low=0.0, high=1.57,
             unit="rad", help="For the class with the most samples"),
        Real(name="m_max", label="Largest margin", noun="largest margin", default=0.5, low=0.0, high=1.57, unit="rad",
             help="For the class with the fewest samples"),
        Real(name="lam", label="Exponent λ", noun="exponent", default=0.25, low=0.0, high=2.0,
             help="How fast the margin shrinks as a class grows"),
        scale(80.0),
        subcentres(3),
        initial_spread(),
        Real(name="a", label="Factor a", noun="factor a", default="fitted", low=0.0, high=1.0, words=("fitted",),
             where="more", help="Margin a·n^(−λ) + b; fitted: from smallest to largest margin"),
        Real(name="b", label="Offset b", noun="offset b", default="fitted", low=0.0, high=0.57, words=("fitted",),
             unit="rad", where="more", help="Margin of an endlessly large class; fitted: see a"),
        blend(),
        reduction(),
    ),
    live=Training(
        knobs={"a": 1.0, "b": 0.1, "s": 16.0, "K": 1, "blend": 0.7},
        lr=1e-2,
        sampler="uniform",
        adaptation="the radius blends in over the first 70% of the run",
    ),
    scores="cosine",
    metric="cosine",
    view="circle",
    margin=("m_max", "sized"),
    formula=r"\begin{gathered}\ell=-\log\frac{e^{s\cos(\theta_y+m_y)}}"
    r"{e^{s\cos(\theta_y+m_y)}+\sum_{j\ne y}e^{s\cos\theta_j}}\\m_j=a\,n_j^{-\lambda}+b\end{gathered}",
    numbers=r"{m_min}\le m_j\le{m_max},\quad\lambda={lam}",
    paper=Paper(
        title="Ha et al. 2020, Google landmark recognition 2020: third place",
        url="https://arxiv.org/abs/2010.05350",
    ),
    look_at="Look at the **gaps**. The fewer samples a digit has, the wider the margin it is given.",
    in_the_plane="Digits of equal number all get the largest margin; of nearly equal number, chance differences "
    "decide who gets it.",
    gradient=r"\frac{\partial\ell}{\partial\theta_y}=s\,(1-p_y)\sin(\theta_y+m_y)",
    pitfalls=(
        "Fitted to nearly equal class sizes, the rule stretches accidents of counting over the whole "
        "range of margins.",
    ),
    becomes=(("arcface", r"m_{\min}=m_{\max}"),),
)  # fmt: skip
