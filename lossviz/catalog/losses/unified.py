"""The unified loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import gamma, gamma_start, similarity
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="unified",
    name="Unified loss",
    family="pair",
    code="lossviz.losses.unified:Unified",
    params=(
        Real(name="m", label="Margin m", noun="margin", default=0.25, low=-0.5, high=1.5,
             help="How far within-class similarity must lead"),
        gamma(64.0),
        Choice(name="level", label="Level", noun="level", default="pair", choices=("pair", "class"),
               labels=("pairs", "class vectors"), help="With class vectors it is CosFace with s = γ"),
        similarity("Between pairs; the cosine is the published form"),
        gamma_start(),
    ),
    live=Training(
        knobs={"gamma": 16.0, "gamma_start": 2.0, "similarity": "inverse"},
        lr=5e-3,
        sampler="balanced",
        adaptation="1/(1 + D²) takes the place of the cosine, and γ grows from 2 over the first half of the run",
    ),
    scores="cosine",
    metric="euclidean",
    view="plane",
    margin=("m", "lead"),
    formula=r"\ell=\ln\Bigl[1+\sum_j\sum_i e^{\gamma(s_n^j-s_p^i+m)}\Bigr]",
    numbers=r"\gamma={gamma},\quad m={m}",
    paper=Paper(title="Sun et al. 2020, Circle loss", url="https://arxiv.org/abs/2002.10857"),
    look_at="Look at the **gaps**. Every similarity within a class must beat every one between classes by {m}.",
    in_the_plane="On the circle, at γ = 64, points cannot pass each other, and half of the digits end up "
                 "among strangers.",
    gradient=r"\frac{\partial\ell}{\partial s_n^j}=Z\,\omega_n^j\,\gamma,"
             r"\quad\frac{\partial\ell}{\partial s_p^i}=-Z\,\omega_p^i\,\gamma,\quad Z=1-e^{-\ell}",
    pitfalls=(
        "A large γ hears only the worst pair: ℓ/γ is at most ln(1 + KL)/γ above the batch-hard hinge.",
        "Every pair is pulled alike, also one that is already good enough.",
    ),
    becomes=(
        ("cosface", r"K=1"),
        ("softmax", r"\gamma=1,\ m=0,\ w\cdot x"),
        ("triplet_batch_hard", r"\gamma\to\infty"),
    ),
)  # fmt: skip
