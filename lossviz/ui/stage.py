"""The stage: up to four runs enter as addresses, the moving picture is mounted, and how a live run ended leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lossviz import catalog
from lossviz.recipe import KEY
from lossviz.text import Translator
from lossviz.ui.component import mounting
from lossviz.ui.sheets import STAGE, sheet
from lossviz.ui.table import table_words

MOST_PANELS = 4
ENDINGS = ("finished", "stopped", "failed", "interrupted")

WORDS = {
    "play": "control.play",
    "pause": "control.pause",
    "previous": "control.previous_frame",
    "next": "control.next_frame",
    "timeline": "control.timeline",
    "download": "control.download_png",
    "layer_regions": "control.show_regions",
    "layer_confidence": "views.confidence",
    "layer_margin": "control.show_margin",
    "layer_rose": "views.rose",
    "layer_vectors": "control.show_vectors",
    "layer_centres": "control.show_centres",
    "layer_trails": "margins.trails",
    "layer_pull": "control.show_gradients",
    "layer_shapes": "control.show_shapes",
    "layer_signs": "control.show_signs",
    "layer_means": "views.means",
    "layer_neighbours": "views.neighbours",
    "viewed": "control.view",
    "layer_plane": "control.view_plane",
    "layer_circle": "control.view_circle",
    "layer_space": "stage.space",
    "layer_sphere": "control.view_sphere",
    "lost": "state.reconnecting",
    "no_webgl": "notice.no_webgl",
    "loss": "reading.loss",
    **{
        name: f"stage.{name}"
        for name in (
            "layers full_screen leave_full_screen picture picture_space projected projected_share not_measured "
            "turn_hint badge epoch epoch_axis floor mean knn nearest_mean recall "
            "own_angle other_angle own_distance other_distance angle_to_vector angle_to_mean distance_to_mean "
            "own nearest_other number card_own card_next stranger untrained"
        ).split()
    },
    **{
        name: f"views.{name}"
        for name in (
            "judged by_means_distance by_means_cosine by_neighbours_distance by_neighbours_cosine sure_softmax "
            "sure_nearer sure_votes chart chart_classes chart_pairs pairs_cosine pairs_distance positive negative "
            "with_median all_pairs some_pairs not_paired mean_angles"
        ).split()
    },
    **{name: f"steps.{name}" for name in ("pull", "pull_none", "step", "train_step", "playback", "pause_live")},
    "paced": "control.speed",
    "close": "control.close",
    "cancel": "control.cancel",
    "drawing": "keep.drawing",
    **{
        name: f"touch.{name}"
        for name in (
            "near_cosine near_distance neighbour predicted_vector predicted_mean classes_cosine_vector "
            "classes_score_vector classes_cosine_mean classes_distance_mean your_digit in_all in_picture "
            "since"
        ).split()
    },
}
"""What the stage says, and the key of each sentence; the browser fills what is left in braces."""

SPEEDS = {"layer_2": "2×", "layer_1": "1×", "layer_0.5": "½×", "layer_0.25": "¼×"}
"""The same in every language."""

MARGINS = ("hint", "apart", "triplet", "single", "quadruplet", "lead", "goal", "inside", "outside", "caps", "arc")
"""What is said of a margin as it is drawn."""


_mount = mounting("stage", js="stage.js", css=lambda: sheet("taking.css", *STAGE))


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One run on the stage: its name, its key, and where its records come from, relative to the app.

    Exactly one of `tape_url` (a recorded run, played once) and `live_url` (a socket, followed). `meanwhile_url`
    is a tape that fills an empty stage until the live run has a frame. `note` begins the line under the picture.
    `changes`: (step, words) of what was changed under way.
    """

    title: str
    key: str
    tape_url: str | None = None
    live_url: str | None = None
    meanwhile_url: str | None = None
    note: str = ""
    changes: Sequence[tuple[int, str]] = ()

    def __post_init__(self) -> None:
        if (self.tape_url is None) == (self.live_url is None):
            raise ValueError("a panel shows either a tape or a live run")


@dataclass(frozen=True, kw_only=True)
class Ended:
    """A live run that came to its end while it was watched; `state` is that of its ending."""

    key: str
    state: str


@dataclass(frozen=True, kw_only=True)
class Together:
    """Panels to be compared. axes: each panel its "own" or all "shared"; clock: the "slowest" run's or "free"."""

    axes: str = "own"
    clock: str = "slowest"


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A digit that the reader drew: its name, and its 28 × 28 bytes in base64."""

    digest: str
    pixels: str


@dataclass(frozen=True, kw_only=True)
class Take:
    """What the reader wants to take along, a "gif" or "slides"; each wish has a number of its own."""

    kind: str
    nth: int


def stage(
    panels: Sequence[Panel],
    *,
    key: str,
    t: Translator,
    compact: bool = False,
    together: Together | None = None,
    drawn: Drawn | None = None,
    take: Take | None = None,
) -> Ended | None:
    """Mounts the stage, or hands new sources to the one that is there; tells which live run has ended, if one has.

    `compact`: titles and one bar only, as on the start page. `together`: with a table and curves under the panels.
    `drawn`: the reader's own digit, which goes through the runs as a star. `take`: what the browser shall save.
    The same `key` keeps the same canvas.
    Raises ValueError for no panel or more than four.
    """
    if not 1 <= len(panels) <= MOST_PANELS:
        raise ValueError(f"the stage shows 1 … {MOST_PANELS} runs, got {len(panels)}")
    data = handed(panels, t=t, compact=compact, together=together)
    if drawn is not None:
        data["drawn"] = asdict(drawn)
    if take is not None:
        data["take"] = asdict(take)
    result = _mount(key=key, data=data, on_ended_change=_heard)
    return _ended(result.get("ended"))


def handed(
    panels: Sequence[Panel], *, t: Translator, compact: bool = False, together: Together | None = None
) -> dict[str, Any]:
    """What the browser's stage is told."""
    words = _words(t) if together is None else {**_words(t), **table_words(t)}
    sources = [_source(panel) for panel in panels]
    data = {"panels": sources, "words": words, "language": t.language, "compact": compact}
    return data if together is None else {**data, "together": asdict(together)}


def _source(panel: Panel) -> dict[str, Any]:
    live = panel.live_url is not None
    url = panel.live_url if live else panel.tape_url
    source = {"title": panel.title, "key": panel.key, "url": url, "live": live, "meanwhile": panel.meanwhile_url}
    more = {"note": panel.note, "changes": [{"step": step, "text": text} for step, text in panel.changes]}
    return {**source, **{name: value for name, value in more.items() if value}}


def _words(t: Translator) -> dict[str, Any]:
    words = SPEEDS | {name: t(sentence) for name, sentence in WORDS.items()}
    classes = {name for entry in catalog.datasets().values() for name in entry.classes}
    margins = {name: t(f"margins.{name}") for name in MARGINS}
    return {**words, "margins": margins, "k": "k = 5", "classes": {name: t.name(name) for name in sorted(classes)}}


def _heard() -> None:
    """Streamlit passes on a state only if somebody listens; the page runs again anyway."""


def _ended(told: object) -> Ended | None:
    """What the browser tells is not trusted: anything but a key and a known state is nothing."""
    if not isinstance(told, Mapping):
        return None
    key, state = told.get("key"), told.get("state")
    if not isinstance(key, str) or not KEY.fullmatch(key) or state not in ENDINGS:
        return None
    return Ended(key=key, state=state)
