"""Circle loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import detach_alpha, gamma, gamma_start, relaxation, similarity

ENTRY = LossEntry(
    id="circle",
    name="Circle loss",
    family="pair",
    code="lossviz.losses.circle:Circle",
    params=(
        relaxation(0.4),
        gamma(80.0),
        detach_alpha(),
        similarity("Between pairs; the cosine is the published form"),
        gamma_start(),
    ),
    live=Training(
        knobs={"gamma": 16.0, "gamma_start": 2.0, "m": 0.25, "similarity": "inverse"},
        lr=5e-3,
        sampler="balanced",
        adaptation="1/(1 + D²) takes the place of the cosine, and γ grows from 2 over the first half of the run",
    ),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("m", "goal"),
    formula=r"\ell=\ln\Bigl[1+\sum_j e^{\gamma\alpha_n^j(s_n^j-m)}\sum_i e^{-\gamma\alpha_p^i(s_p^i-1+m)}\Bigr]",
    numbers=r"\gamma={gamma},\quad m={m}",
    paper=Paper(title="Sun et al. 2020, Circle loss", url="https://arxiv.org/abs/2002.10857"),
    look_at="Look at the **laggards**. A similarity that is far from its goal moves faster than one almost there.",
    in_the_plane="On the circle, at γ = 80, only the worst pairs move, and half of the digits end up among strangers.",
    gradient=r"\frac{\partial\ell}{\partial s_n^j}=Z\,\omega_n^j\,\gamma\,[s_n^j+m]_+,"
             r"\quad\frac{\partial\ell}{\partial s_p^i}=-Z\,\omega_p^i\,\gamma\,[1+m-s_p^i]_+,\quad Z=1-e^{-\ell}",
    pitfalls=(
        "The weights α are constants: with their gradient the arrows aim at (0, 1) and no longer at "
        "(−m, 1 + m).",
        "On cosines with γ = 64 ten classes in 2-D stay at 35 to 60 %: the plane needs 1/(1 + D²).",
    ),
    becomes=(("unified", r"\alpha=1"),),
)  # fmt: skip
