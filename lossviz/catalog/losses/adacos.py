"""AdaCos on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import blend, reduction
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="adacos",
    name="AdaCos",
    family="class",
    code="lossviz.losses.adacos:AdaCos",
    params=(
        Choice(name="mode", label="Scale s", noun="mode of the scale", default="fixed", choices=("fixed", "dynamic"),
               labels=("fixed", "dynamic"), help="Set by the number of classes, or following every batch"),
        Real(name="s_max", label="Largest scale", noun="largest scale", default=64.0, low=0.0, above=True, high=256.0,
             step=0.5, log=True, where="more", help="Where a running dynamic scale is stopped"),
        blend(),
        reduction(),
    ),
    live=Training(
        knobs={"blend": 0.7},
        lr=1e-2,
        sampler="uniform",
        adaptation="the radius blends in over the first 70% of the run",
    ),
    scores="cosine",
    metric="cosine",
    view="circle",
    formula=r"\begin{gathered}\ell=-\log\frac{e^{s\cos\theta_y}}{\sum_j e^{s\cos\theta_j}}\\"
    r"s=\sqrt2\,\ln(C-1)\ \text{or}\ \frac{\ln B}{\cos\min(\frac{\pi}{4},\theta_{\mathrm{med}})}\end{gathered}",
    numbers=r"s\le{s_max}",
    paper=Paper(title="Zhang et al. 2019, AdaCos", url="https://arxiv.org/abs/1905.00292"),
    look_at="Look at the **widths**. AdaCos picks its scale by itself: for ten digits a small one, and wide fans.",
    in_the_plane="For ten digits the scale is 3.1: in the plane no digit gets more than 42% of the probability, "
    "and the loss stays above 0.87.",
    gradient=r"\frac{\partial\ell}{\partial\cos\theta_y}=-s(1-p_y),"
             r"\quad\frac{\partial\ell}{\partial\cos\theta_j}=s\,p_j,\quad\text{s held constant}",
    pitfalls=(
        "Ten classes evenly spread in 2-D: at the fixed scale 3.11 no sample can reach a probability "
        "above 0.42.",
        "In 2-D the dynamic scale runs away as soon as the median angle to the own class reaches 20°.",
        "Let the scale follow test batches too, and it explodes: it may move in training only.",
    ),
    becomes=(("normalized_softmax", r"s=\sqrt2\,\ln(C-1)"),),
)  # fmt: skip
