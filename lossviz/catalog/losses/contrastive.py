"""Contrastive loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import normalize, reduction
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="contrastive",
    name="Contrastive loss",
    family="pair",
    code="lossviz.losses.contrastive:Contrastive",
    params=(
        Real(name="margin", label="Margin m", noun="margin", default=1.0, low=0.0, above=True, high=20.0, step=0.1,
             help="Distance up to which two different digits repel"),
        Choice(name="variant", label="Variant", noun="variant", default="hadsell", choices=("hadsell", "hinge_sq"),
               labels=("Hadsell 2006", "hinge on D²"), where="more", help="The hinge on D² counts m in squared units"),
        normalize(False),
        reduction(),
    ),
    live=Training(
        knobs={"margin": 4.0},
        lr=5e-3,
        sampler="balanced",
    ),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("margin", "apart"),
    formula=r"\ell=\begin{cases}\frac12D^2&y_i=y_j\\[2pt]\frac12[m-D]_+^2&y_i\ne y_j\end{cases}",
    numbers=r"D=\lVert x_i-x_j\rVert,\quad m={margin}",
    paper=Paper(
        title="Hadsell, Chopra, LeCun 2006, Dimensionality reduction by learning an invariant mapping",
        url="https://doi.org/10.1109/CVPR.2006.100",
    ),
    look_at="Look at the **islands**. Equal digits pull together; different ones repel until they are {margin} apart.",
    gradient=r"\frac{\partial\ell}{\partial x_i}=\begin{cases}x_i-x_j&y_i=y_j\\[2pt]-[m-D]_+\,\dfrac{x_i-x_j}{D}"
             r"&y_i\ne y_j\end{cases}",
    pitfalls=(
        "A flag that means same in one library means different in another: here the labels decide.",
        "Two different digits on the very same spot cost most, and yet have no gradient to part them.",
    ),
)  # fmt: skip
