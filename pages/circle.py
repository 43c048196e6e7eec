"""Circle: straight margins against circle loss, in the plane of one pair's similarities, and a run's pairs in it."""

from lossviz.ui import board, language, layout
from lossviz.ui.boards import circle, circle_note, circle_runs

t = language.current()
slots = layout.slots()
made = circle.with_runs(circle_runs.own_runs(t))
aims = {name: t(f"circle.aim_{name}") for name in ("detached", "attached")}
values = board.settings(made, slots, t, bounds=lambda now: circle.marks(now, aims), hidden=circle.hidden)
layout.say_title(slots.title, t("circle.title"), t(circle.sentence(values)))
board.picture(made, values, slots, t, runs=circle_runs.addresses(str(values["run"]), t))
board.corner(slots, t)
with slots.panel:
    circle_note.note(values, t)
