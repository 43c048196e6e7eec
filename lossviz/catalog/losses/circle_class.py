"""Circle loss on class vectors, on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import detach_alpha, gamma, gamma_start, reduction, relaxation, similarity

ENTRY = LossEntry(
    id="circle_class",
    name="Circle loss (class level)",
    family="class",
    code="lossviz.losses.circle_class:CircleClass",
    params=(
        relaxation(0.25),
        gamma(256.0),
        detach_alpha(),
        similarity("To the class vectors; the cosine is the published form"),
        gamma_start(),
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
    margin=("m", "arc"),
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
