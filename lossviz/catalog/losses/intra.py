"""Intra loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import centre_rate, distance, reduction, softmax_scale, term_weight
from lossviz.params import Choice, Real, Toggle

ENTRY = LossEntry(
    id="intra",
    name="Intra loss",
    family="centre",
    code="lossviz.losses.intra:Intra",
    params=(
        Real(name="delta", label="Radius δ", noun="radius", default=0.5, low=0.0, high=20.0, step=0.05,
             help="Distance from the own centre that costs nothing"),
        term_weight(),
        Choice(name="variant", label="Variant", noun="variant", default="hinge", choices=("hinge", "arcface"),
               labels=("hinge", "angle to the class vector"), where="more",
               help="Outside the radius only, or always by the angle, as in ArcFace"),
        Toggle(name="joint", label="Joint with softmax", noun="softmax term", default=False, where="more",
               help="Without softmax every digit falls onto one point"),
        distance("euclidean"),
        centre_rate(),
        softmax_scale(),
        reduction(),
    ),
    live=Training(
        knobs={"joint": True},
        lr=1e-2,
        sampler="uniform",
        adaptation="softmax keeps the digits apart, because intra loss alone does not",
    ),
    scores="linear",
    metric="euclidean",
    view="plane",
    margin=("delta", "inside"),
    formula=r"\ell=\ell_{\mathrm{softmax}}+\lambda\,[d(x,c_y)-\delta]_+",
    numbers=r"\lambda={lam},\quad\delta={delta}",
    paper=Paper(title="Deng et al. 2019, ArcFace", url="https://arxiv.org/abs/1801.07698"),
    look_at="Look at the **crosses**. Digits farther than {delta} from their own are drawn in.",
    in_the_plane="Alone it draws every digit onto one point, because nothing in it keeps two classes apart.",
    gradient=r"\nabla_x\ell=\lambda\,\nabla_x d(x,c_y)\quad\text{where }d(x,c_y)>\delta",
    pitfalls=(
        "It compresses each class and draws the classes together: nothing in it keeps them apart.",
    ),
    becomes=(("softmax", r"\lambda=0"),),
)  # fmt: skip
