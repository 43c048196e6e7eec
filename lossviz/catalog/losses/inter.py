"""Inter loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import centre_rate, distance, reduction, softmax_scale, term_weight
from lossviz.params import Choice, Real, Toggle

ENTRY = LossEntry(
    id="inter",
    name="Inter loss",
    family="centre",
    code="lossviz.losses.inter:Inter",
    params=(
        Real(name="delta", label="Radius δ", noun="radius", default=1.0, low=0.0, high=20.0, step=0.05,
             help="Distance to other centres below which a digit is pushed"),
        term_weight(),
        Choice(name="variant", label="Variant", noun="variant", default="hinge", choices=("hinge", "arcface"),
               labels=("hinge", "angle between class vectors"), where="more",
               help="Inside the radius only, or the arrows' angles, as in ArcFace"),
        Toggle(name="joint", label="Joint with softmax", noun="softmax term", default=False, where="more",
               help="Without softmax no digit is pulled to its own class"),
        distance("euclidean"),
        centre_rate(),
        softmax_scale(),
        reduction(),
    ),
    live=Training(
        knobs={"joint": True, "delta": 4.0},
        lr=1e-2,
        sampler="uniform",
        adaptation="softmax pulls each digit to its class, because inter loss alone only pushes",
    ),
    scores="linear",
    metric="euclidean",
    view="plane",
    margin=("delta", "outside"),
    formula=r"\ell=\ell_{\mathrm{softmax}}+\frac{\lambda}{C-1}\sum_{j\ne y}[\delta-d(x,c_j)]_+",
    numbers=r"\lambda={lam},\quad\delta={delta}",
    paper=Paper(title="Deng et al. 2019, ArcFace", url="https://arxiv.org/abs/1801.07698"),
    look_at="Look at the **space** around each cross. Other digits nearer than {delta} to it are pushed out.",
    in_the_plane="Alone it drives digits away from other centres and pulls none to its own.",
    gradient=r"\nabla_x\ell=-\frac{\lambda}{C-1}\sum_{j\ne y,\;d(x,c_j)<\delta}\nabla_x d(x,c_j)",
    pitfalls=(
        "ArcFace's form moves class vectors only: the features feel nothing of it.",
    ),
    becomes=(("softmax", r"\lambda=0"),),
)  # fmt: skip
