"""Circle loss on class vectors, on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import reduction
from lossviz.params import Choice, Real, Toggle

ENTRY = LossEntry(
    id="circle_class",
    name="Circle loss (class level)",
    family="class",
    code="lossviz.losses.circle_class:CircleClass",
    params=(
        Real(name="m", label="Relaxation m", noun="relaxation", default=0.25, low=-0.5, high=0.95,
             help="Radius √2·m of the boundary around the ideal (0, 1)"),
        Real(name="gamma", label="Scale γ", noun="scale γ", default=256.0, low=0.0, above=True, high=512.0, step=0.5,
             log=True, help="How sharply similarities are told apart"),
        Toggle(name="detach_alpha", label="Hold α constant", noun="constant α", default=True, where="more",
               help="No gradient through the weights; off is another field"),
        Choice(name="similarity", label="Similarity", noun="similarity", default="cosine",
               choices=("cosine", "inverse"), labels=("cosine", "1/(1 + D²)"), where="more",
               help="To the class vectors; the cosine is the published form"),
        Real(name="gamma_start", label="γ at the start", noun="starting scale", default=0.0, low=0.0, high=512.0,
             step=0.5, where="more", help="Grows to γ by half the run; 0: published form"),
        reduction(),
    ),
    live=Training(
        knobs={"gamma": 16.0, "gamma_start": 4.0, "similarity": "inverse"},
        lr=1e-2,
        sampler="uniform",
        adaptation="1/(1 + D²) takes the place of the cosine, and γ grows from 4 over the first half of the run",
    ),
    scores="linear",
    metric="euclidean",
    view="plane",
    formula=r"\begin{gathered}\ell=\log\Bigl(1+\sum_{j\ne y}e^{\gamma\alpha_j(s_j-m)-\gamma\alpha_y(s_y-1+m)}\Bigr)"
    r"\\\alpha_y=[1+m-s_y]_+,\quad\alpha_j=[s_j+m]_+\end{gathered}",
    numbers=r"\gamma={gamma},\quad m={m}",
    paper=Paper(title="Sun et al. 2020, Circle loss", url="https://arxiv.org/abs/2002.10857"),
    look_at="Look at the **islands**. The farther a similarity is from its goal, the harder circle loss pulls.",
    in_the_plane="It asks for cosines below 0.35 between class vectors; neighbours of ten in the plane have 0.81.",
    gradient=r"\frac{\partial\ell}{\partial s_j}=Z\,\omega_j\,\gamma\,[s_j+m]_+,"
             r"\quad\frac{\partial\ell}{\partial s_y}=-Z\,\gamma\,[1+m-s_y]_+,\quad Z=1-e^{-\ell}",
    pitfalls=(
        "At γ = 256 only the nearest other class counts: in 2-D it hardly starts from random weights.",
    ),
    becomes=(("cosface", r"\alpha=1"),),
)  # fmt: skip
