"""From what people write to a recipe: fields and knobs enter, a whole recipe or refusals leave."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from lossviz import limits, own, strain
from lossviz.catalog.entries import dataset, datasets, embedders, losses
from lossviz.params import Choice, Integer, Param, Real, Refusal, Toggle, shown
from lossviz.recipe import Recipe

OWNER = "Recipe"
USUAL_EMBEDDER = "patch2"
USUAL_DATA = "mnist5k"
EDITS = "edits"

OPTIMISER = Choice(
    name="optimiser", label="Optimiser", noun="optimiser", default="adamw", choices=("adamw", "sgd"),
    labels=("AdamW", "SGD"), where="more",
)  # fmt: skip
LR = Real(
    name="lr", label="Learning rate", noun="learning rate", default=0.01, low=0.0, above=True, high=1.0,
    step=0.001, log=True, where="more",
)  # fmt: skip
WEIGHT_DECAY = Real(
    name="weight_decay", label="Weight decay", noun="weight decay", default=1e-4, low=0.0, high=0.1,
    step=1e-4, where="more",
)  # fmt: skip
SAMPLER = Choice(
    name="sampler", label="Batches", noun="batches", default="uniform", choices=("uniform", "balanced"),
    labels=("random", "P × K"), where="more", help="Any digits, or K digits of each of P classes",
)  # fmt: skip
BATCH_SIZE = Integer(
    name="batch_size", label="Batch size", noun="batch size", default=128, low=2, high=limits.LARGEST_BATCH,
    where="more",
)  # fmt: skip
P_CLASSES = Integer(
    name="p_classes", label="Classes per batch, P", noun="classes per batch", default=10, low=2, high=10, where="more"
)
K_SAMPLES = Integer(
    name="k_samples", label="Samples per class, K", noun="samples per class", default=16, low=2, high=64, where="more"
)
EPOCHS = Integer(name="epochs", label="Epochs", noun="epochs", default=20, low=1, high=limits.MOST_EPOCHS, where="more")
SEED = Integer(name="seed", label="Seed", noun="seed", default=0, low=0, high=limits.LARGEST_SEED, where="more")
DIM = Integer(
    name="dim", label="Embedding dimension", noun="embedding dimension", default=2, low=2, high=limits.LARGEST_DIM
)
ROLL = Integer(name="roll", label="Random shift (pixels)", noun="random shift", default=1, low=0, high=4, where="more")
DEVICE = Choice(
    name="device", label="Device", noun="device", default="cpu", choices=("cpu", "cuda", "mps"),
    labels=("CPU", "CUDA", "MPS"), where="more",
)  # fmt: skip

BIAS = Toggle(
    name="bias", label="Last bias", noun="bias of the last layer", default=True, where="more",
    help="A constant that the last layer adds to every feature",
)  # fmt: skip
LAST_RELU = Toggle(
    name="last_relu", label="Last ReLU", noun="last ReLU", default=False, where="more",
    help="Cuts off negative values: in 2-D all digits share one quadrant",
)  # fmt: skip


def _choice(name: str, label: str, noun: str, default: str, shelf: Mapping[str, Any], **rest: Any) -> Choice:
    names = tuple(entry.name for entry in shelf.values())
    return Choice(name=name, label=label, noun=noun, default=default, choices=tuple(shelf), labels=names, **rest)


def _also(id: str) -> bool:
    """Whether this is the id of uploaded images that are here, or of a data set under strain.

    Raises Refusal for such an id without images, and for a strain that cannot be.
    """
    if strain.is_strained(id):
        base = strain.parse(id).base
        if base in datasets() or _also(base):
            dataset(id)
            return True
        return False
    if own.is_own(id) and own.about(id) is None:
        raise Refusal("own.gone", id=id)
    return own.is_own(id)


def fields() -> dict[str, Param]:
    """Every field of a recipe that a person may set, apart from the loss's knobs."""
    listed: tuple[Param, ...] = (
        _choice("loss", "Loss", "loss", "arcface", losses()),
        _choice("data", "Data", "data", USUAL_DATA, datasets(), also=_also),
        _choice("embedder", "Embedder", "embedder", USUAL_EMBEDDER, embedders()),
        DIM, OPTIMISER, LR, WEIGHT_DECAY, SAMPLER, BATCH_SIZE, P_CLASSES, K_SAMPLES, ROLL, EPOCHS, SEED, DEVICE,
        BIAS, LAST_RELU,
    )  # fmt: skip
    return {p.name: p for p in listed}


LEAST = {p.name: p.low for p in (BATCH_SIZE, P_CLASSES, K_SAMPLES)}
SIZES = {"uniform": ("batch_size",), "balanced": ("p_classes", "k_samples")}
"""What says how large the batches of a sampler are."""

FIELDS = tuple(
    (
        "loss data embedder dim optimiser lr weight_decay sampler batch_size p_classes k_samples roll "
        "epochs seed device bias last_relu"
    ).split()
)


def knob_params(loss: str) -> dict[str, Param]:
    """The loss's own settings by name. Raises KeyError for an unknown loss."""
    return {p.name: p for p in losses()[loss].params}


def defaults(loss: str, embedder: str = USUAL_EMBEDDER, data: str = USUAL_DATA) -> dict[str, Any]:
    """Every setting of the live run of this loss, embedder and data set, fields and knobs in one flat mapping."""
    entry, network = losses()[loss], embedders()[embedder]
    plain = {name: p.default for name, p in fields().items()}
    knobs = {p.name: entry.live.knobs.get(p.name, p.default) for p in entry.params}
    lr = entry.live.lr / network.lr_divisor
    named = {"loss": loss, "embedder": embedder, "data": data}
    return {**plain, **named, "lr": lr, "sampler": entry.live.sampler, **_sizes(data), **knobs}


def _sizes(data: str) -> dict[str, int]:
    """The usual sizes of batches, smaller where a small set would have few batches an epoch."""
    entry = dataset(data)
    classes = max(2, len(entry.trained))
    return {
        "batch_size": _within(16, 2 ** int(math.log2(max(1, entry.train_size / 10))), BATCH_SIZE.default),
        "p_classes": min(P_CLASSES.default, classes),
        "k_samples": _within(4, entry.train_size // (4 * classes), K_SAMPLES.default),
    }


def _within(low: int, value: int, high: int) -> int:
    return max(low, min(value, high))


def resolve(**settings: Any) -> Recipe:
    """A whole recipe from the settings given; the rest are those of the loss's live run.

    >>> resolve(loss="arcface", m=0.3, seed=1).seed
    1

    P or K ask for balanced batches; `edits` are (step, field, value), see `lossviz.catalog.edits`. Raises Refusal,
    naming the first field that is unknown, out of range, or of no account with these batches.
    """
    edits = settings.pop("edits", ())
    loss = fields()["loss"].check(settings.get("loss", "arcface"), OWNER)
    known = fields() | knob_params(loss)
    unknown = [name for name in settings if name not in known]
    if unknown:
        raise Refusal("refuse.unknown_setting", owner=losses()[loss].name, setting=shown(unknown[0]))
    checked = {name: known[name].check(value, owner(name, loss)) for name, value in settings.items()}
    for refusal in _idle(loss, checked).values():
        raise refusal
    usual = defaults(loss, checked.get("embedder", USUAL_EMBEDDER), checked.get("data", USUAL_DATA))
    made = _assemble(loss, {**usual, **checked, "sampler": _sampler(loss, checked)})
    return _edits().edited(made, edits) if edits else made


def changed(recipe: Recipe, **settings: Any) -> Recipe:
    """The recipe with these settings changed, by a person who sees the others as they are.

    Another loss brings its own knobs, learning rate and batches along, another embedder a learning rate that it can
    take; other batches bring their own sizes, and so does a data set that needs others. Edits stay, but for those that
    the recipe can no longer have. Raises Refusal as `resolve` does.
    """
    loss = fields()["loss"].check(settings.get("loss", recipe.loss), OWNER)
    network = fields()["embedder"].check(settings.get("embedder", recipe.embedder), OWNER)
    moves = loss != recipe.loss
    sampler = settings.get("sampler", losses()[loss].live.sampler if moves else recipe.sampler)
    left = {"lr", "sampler"} if moves else set()
    left |= {"lr"} if embedders()[network].lr_divisor != embedders()[recipe.embedder].lr_divisor else set()
    data = fields()["data"].check(settings.get("data", recipe.data), OWNER)
    fits = recipe.batch_size <= _largest(data).get("batch_size", recipe.batch_size)
    same = sampler == recipe.sampler and _sizes(data) == _sizes(recipe.data) and fits
    left |= {size for kind, sizes in SIZES.items() for size in sizes if not (same and sampler == kind)}
    kept = {name: getattr(recipe, name) for name in FIELDS if name not in left}
    made = resolve(**{**({} if moves else recipe.knobs), **kept, **settings})
    return _edits().fitting(made, recipe.edits) if recipe.edits else made


def from_written(pairs: Mapping[str, str]) -> tuple[Recipe, list[Refusal]]:
    """The recipe of a link or command line; every refused setting takes its default and is reported."""
    refusals: list[Refusal] = []
    loss = defaults("arcface")["loss"]
    if "loss" in pairs:
        try:
            loss = fields()["loss"].parse(pairs["loss"], OWNER)
        except Refusal as refusal:
            refusals.append(refusal)
    others = [(name, value) for name, value in pairs.items() if name not in ("loss", EDITS)]
    settings = {"loss": loss, **parsed(others, fields() | knob_params(loss), loss, refusals)}
    idle = _idle(loss, settings)
    used = {name: value for name, value in settings.items() if name not in idle}
    made, unfit = _edits().read(resolve(**used), pairs.get(EDITS, ""))
    return made, [*refusals, *idle.values(), *unfit]


def parsed(
    pairs: Iterable[tuple[str, str]], known: Mapping[str, Param], loss: str, refusals: list[Refusal]
) -> dict[str, Any]:
    """The known settings of a loss that could be read; a sentence for every other is added to the refusals."""
    settings = {}
    for name, value in pairs:
        try:
            if name not in known:
                raise Refusal("refuse.unknown_setting", owner=losses()[loss].name, setting=shown(name))
            settings[name] = known[name].parse(value, owner(name, loss))
        except Refusal as refusal:
            refusals.append(refusal)
    return settings


def written(recipe: Recipe) -> dict[str, str]:
    """The settings that differ from the loss's live run, as a link writes them; the loss always."""
    usual = defaults(recipe.loss, recipe.embedder, recipe.data) | {"embedder": USUAL_EMBEDDER, "data": USUAL_DATA}
    known = fields() | knob_params(recipe.loss)
    current = {**{n: getattr(recipe, n) for n in FIELDS}, **recipe.knobs}
    differing = {n: v for n, v in current.items() if v is not None and v != usual[n] and not _implied(n, recipe)}
    edits = {EDITS: _edits().write(recipe.edits)} if recipe.edits else {}
    return {"loss": recipe.loss, **{n: known[n].write(v) for n, v in differing.items()}, **edits}


def owner(name: str, loss: str) -> str:
    """Who a setting belongs to, as a refusal names it: the loss for its knobs, else the recipe."""
    return losses()[loss].name if name in knob_params(loss) else OWNER


def _edits() -> ModuleType:
    from lossviz.catalog import edits  # which needs the fields above

    return edits


def _implied(name: str, recipe: Recipe) -> bool:
    return name == "batch_size" and recipe.sampler == "balanced"


def _sampler(loss: str, given: Mapping[str, Any]) -> str:
    """The sampler asked for; P or K alone ask for balanced batches."""
    asked = "balanced" if any(size in given for size in SIZES["balanced"]) else losses()[loss].live.sampler
    return str(given.get("sampler", asked))


def _idle(loss: str, given: Mapping[str, Any]) -> dict[str, Refusal]:
    """The batch sizes given that the sampler takes no notice of or the data have no classes for, with refusals."""
    sampler, known = _sampler(loss, given), fields()
    other = next(sizes for kind, sizes in SIZES.items() if kind != sampler)
    found = {
        name: Refusal(f"refuse.{sampler}_batches", owner=OWNER, knob=known[name].noun, value=shown(given[name]))
        for name in other
        if name in given
    }
    for name, most in _largest(given.get("data", USUAL_DATA)).items():
        if name not in found and given.get(name, 0) > most:
            told = {"knob": known[name].noun, "value": given[name], "low": LEAST[name], "high": most}
            found[name] = Refusal("refuse.range", owner=OWNER, unit="", **told)
    return found


def _largest(data: str) -> dict[str, int]:
    """The sizes of batches that a data set has samples for; of one that is gone nothing is known."""
    entry = dataset(data)
    if entry.train_size < BATCH_SIZE.low:
        return {}
    classes = max(2, len(entry.trained))
    there = {"batch_size": entry.train_size, "p_classes": classes, "k_samples": entry.train_size // classes}
    return {name: max(there[name], usual) for name, usual in _sizes(data).items()}


def _assemble(loss: str, flat: Mapping[str, Any]) -> Recipe:
    plain = {name: flat[name] for name in FIELDS}
    if flat["sampler"] == "balanced":
        plain["batch_size"] = flat["p_classes"] * flat["k_samples"]
    else:
        plain["p_classes"] = plain["k_samples"] = None
    return Recipe(**plain, knobs={name: flat[name] for name in knob_params(loss)})
