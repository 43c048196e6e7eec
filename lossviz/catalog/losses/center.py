"""Center loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import reduction
from lossviz.params import Real, Toggle

ENTRY = LossEntry(
    id="center",
    name="Center loss",
    family="centre",
    code="lossviz.losses.center:Center",
    params=(
        Real(name="lam", label="Centre weight λ", noun="centre weight", default=1.0, low=0.0, high=2.0, step=0.001,
             help="How strongly digits gather at their class centre"),
        Real(name="alpha", label="Centre rate α", noun="centre rate", default=0.5, low=0.0, high=1.0, step=0.05,
             help="How fast the centres follow their digits"),
        Toggle(name="joint", label="Joint with softmax", noun="softmax term", default=False, where="more",
               help="Without softmax every digit falls onto one point"),
        reduction(),
    ),
    live=Training(
        knobs={"joint": True, "lam": 0.1},
        lr=1e-2,
        sampler="uniform",
    ),
    scores="linear",
    metric="euclidean",
    view="plane",
    formula=r"\ell=\ell_{\mathrm{softmax}}+\frac{\lambda}{2}\lVert x-c_y\rVert^2",
    numbers=r"\lambda={lam},\quad\alpha={alpha}",
    paper=Paper(
        title="Wen et al. 2016, Center loss",
        url="https://doi.org/10.1007/978-3-319-46478-7_31",
    ),
    look_at="Look at the **crosses**. Center loss gathers each digit at its centre; softmax keeps the centres apart.",
    in_the_plane="Alone it draws every digit and every centre onto one point.",
    gradient=r"\frac{\partial\ell}{\partial x}=\frac{\partial\ell_{\mathrm{softmax}}}{\partial x}+\lambda\,(x-"
             r"c_y),\qquad c_j\leftarrow c_j-\alpha\,\frac{\sum_{y_i=j}(c_j-x_i)}{1+n_j}",
    pitfalls=(
        "Without the softmax term everything falls onto one point: the centre term only gathers.",
        "λ means something else wherever one term is a sum and the other a mean; here both are means.",
    ),
    becomes=(("softmax", r"\lambda=0"),),
)  # fmt: skip
