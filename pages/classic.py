"""Classic: linear metrics learned on digits beside Euclid's, and their ellipses over points that can be dragged."""

from lossviz.ui import board, classic_page, language, layout
from lossviz.ui.boards.classic import BOARD, hidden

t = language.current()
slots = layout.slots()
values = board.settings(BOARD, slots, t, hidden=hidden)
layout.say_title(slots.title, t("classic.title"), classic_page.sentence(values, t))
layout.say(slots.banner, classic_page.findings(values, t), t)
board.picture(BOARD, values, slots, t, **classic_page.given(values))
board.corner(slots, t)
with slots.panel:
    classic_page.panel(values, t)
