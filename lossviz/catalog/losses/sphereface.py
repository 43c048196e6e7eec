"""SphereFace on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import blend, reduction
from lossviz.params import Integer, Real

ENTRY = LossEntry(
    id="sphereface",
    name="SphereFace",
    family="class",
    code="lossviz.losses.sphereface:SphereFace",
    params=(
        Integer(name="m", label="Margin m", noun="margin", default=4, low=1, high=8,
                help="How many times nearer, in angle, the own vector must be"),
        Real(name="s", label="Scale s", noun="scale", default="free", low=0.0, above=True, high=256.0, step=0.5,
             log=True, words=("free",), help="Length that features count with; free: their own"),
        Real(name="lam", label="Easing λ", noun="easing", default="annealed", low=0.0, high=1000.0, step=0.5,
             words=("annealed",), where="more", help="Weight of the plain cosine beside ψ; annealed: falls with time"),
        Real(name="lam_base", label="λ at the start", noun="easing at the start", default=1000.0, low=0.0, high=1e4,
             step=1.0, where="more", help="Where an annealed λ begins"),
        Real(name="lam_gamma", label="Fall of λ", noun="fall of the easing", default=0.12, low=0.0, high=10.0,
             where="more", help="How fast an annealed λ falls with each step"),
        Real(name="lam_power", label="Power of the fall", noun="power of the fall", default=1.0, low=0.0, high=5.0,
             where="more", help="λ falls as (1 + fall · step) to minus this power"),
        Real(name="lam_min", label="λ at the end", noun="easing at the end", default=5.0, low=0.0, high=1000.0,
             step=0.5, where="more", help="Where an annealed λ stops falling"),
        blend(),
        reduction(),
    ),
    live=Training(
        knobs={"m": 2, "s": 16.0, "lam": 0.0, "blend": 1.0},
        lr=1e-2,
        sampler="uniform",
        adaptation="the margin is 2, and the radius blends in over the whole run",
    ),
    scores="cosine",
    metric="cosine",
    view="circle",
    margin=("m", "factor"),
    formula=r"\begin{gathered}\ell=-\log\frac{e^{\lVert x\rVert\hat\psi(\theta_y)}}"
    r"{e^{\lVert x\rVert\hat\psi(\theta_y)}+\sum_{j\ne y}e^{\lVert x\rVert\cos\theta_j}}"
    r"\\\hat\psi(\theta)=\frac{\lambda\cos\theta+\psi(\theta)}{1+\lambda},\quad"
    r"\psi(\theta)=(-1)^k\cos(m\theta)-2k\end{gathered}",
    numbers=r"\psi(\theta)=(-1)^k\cos({m}\,\theta)-2k",
    paper=Paper(title="Liu et al. 2017, SphereFace", url="https://arxiv.org/abs/1704.08063"),
    look_at="Look at the **gaps**. SphereFace asks each digit to be {m} times nearer to its own arrow.",
    in_the_plane="",
    also=("A-Softmax",),
    gradient=r"\frac{d\psi}{d\theta}=-m\,\lvert\sin m\theta\rvert,\qquad\frac{d\psi}{d\cos\theta}\Big|_{0,\pi}=m^2",
    pitfalls=(
        "cos(mθ) in place of ψ rises again past π/m and rewards the hardest samples.",
        "ψ is flat at every multiple of π/m: a sample there gets no pull to its own class.",
        "The margin shrinks with the angle between two classes: near classes get the least of it.",
    ),
    becomes=(("softmax", r"m=1,\ \lVert w\rVert=1"),),
)  # fmt: skip
