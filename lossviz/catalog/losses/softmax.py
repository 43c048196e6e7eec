"""Softmax on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import label_smoothing, reduction

ENTRY = LossEntry(
    id="softmax",
    name="Softmax",
    family="class",
    code="lossviz.losses.softmax:Softmax",
    params=(label_smoothing(), reduction()),
    live=Training(lr=1e-2, sampler="uniform"),
    scores="linear",
    metric="euclidean",
    view="plane",
    formula=r"\ell=-\log\frac{e^{w_y^{\top}x+b_y}}{\sum_j e^{w_j^{\top}x+b_j}}",
    numbers=r"\varepsilon={label_smoothing}",
    paper=Paper(
        title="Bridle 1990, Training stochastic model recognition algorithms",
        url="https://proceedings.neurips.cc/paper/1989/hash/0336dcbab05b9d5ad24f4333c7658a0e-Abstract.html",
    ),
    look_at="Look at the **rays**. Softmax sends each digit outwards, into a sector around its own arrow.",
    gradient=r"\frac{\partial\ell}{\partial x}=\sum_j(p_j-q_j)\,w_j",
    pitfalls=(
        "A longer class vector owns a wider sector: angles alone do not decide.",
        "Longer features make the loss smaller: much of its fall is length, not angle.",
    ),
    becomes=(("normalized_softmax", r"\lVert w\rVert=\lVert x\rVert=1"),),
)
