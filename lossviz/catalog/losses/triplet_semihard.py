"""Semi-hard triplet loss on the shelf."""

from lossviz.catalog.entries import LossEntry, Paper, Training
from lossviz.catalog.knobs import distance, normalize
from lossviz.params import Choice, Real

ENTRY = LossEntry(
    id="triplet_semihard",
    name="Semi-hard triplet loss",
    family="pair",
    code="lossviz.losses.triplet_semihard:TripletSemihard",
    params=(
        Real(name="margin", label="Margin m", noun="margin", default=0.2, low=0.0, high=10.0, step=0.05,
             help="How much farther than the positive a negative must be"),
        Choice(name="selection", label="Mining", noun="mining", default="hardest", choices=("hardest", "random", "all"),
               labels=("nearest semi-hard", "random semi-hard", "all semi-hard"), where="more",
               help="Which negatives of a pair count"),
        Choice(name="fallback", label="Without a semi-hard one", noun="fallback", default="skip",
               choices=("skip", "max"), labels=("skip the pair", "take the farthest"), where="more",
               help="What a pair without a semi-hard negative does"),
        distance("sqeuclidean"),
        normalize(True),
    ),
    live=Training(
        knobs={"margin": 1.0, "distance": "euclidean", "normalize": False},
        lr=5e-3,
        sampler="balanced",
        adaptation="plain distances between features of free length",
    ),
    scores=None,
    metric="euclidean",
    view="plane",
    margin=("margin", "triplet"),
    formula=r"\begin{gathered}\ell=\bigl[d(a,p)-d(a,n)+m\bigr]_+\\d(a,p)<d(a,n)<d(a,p)+m\end{gathered}",
    numbers=r"d(a,p)<d(a,n)<d(a,p)+{margin}",
    paper=Paper(title="Schroff, Kalenichenko, Philbin 2015, FaceNet", url="https://arxiv.org/abs/1503.03832"),
    look_at="Look at the **gaps**. Only strangers a little farther than a twin push; the distant ones rest.",
    gradient=r"\frac{\partial\ell}{\partial d(a,p)}=1,\quad\frac{\partial\ell}{\partial d(a,n)}=-1"
             r"\quad\text{for }d_{ap}<d_{an}<d_{ap}+m",
    pitfalls=(
        "The distance to the negative is compared with d(a,p) and d(a,p) + m, never with m alone.",
        "Hard negatives are passed over: two classes that start upon each other may stay so.",
    ),
    becomes=(("triplet", r"d_{ap}<d_{an}<d_{ap}+m"),),
)  # fmt: skip
