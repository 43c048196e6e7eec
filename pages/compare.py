"""Compare: two to four losses from one start; read the controls, draw every run, say what to look at."""

from lossviz import catalog
from lossviz.ui import compare, compare_keep, compare_tools, language, layout
from lossviz.ui.compare_corner import head_corner
from lossviz.ui.comparing import bench
from lossviz.ui.stage import stage

t = language.current()
slots = layout.wide_slots()
here = bench()
with slots.picture:
    compare_tools.tools(here, t)
    compare_tools.sides(here, t)
    seen = here.seen()
    about = t.showing(digits=catalog.dataset(here.comparison.recipes[0].data).digits)
    shown = compare.panels(here, seen, t)
    stage(shown, key="compare", t=about, together=compare.together(here), take=compare_keep.wish())
layout.say_title(slots.title, compare.title(here, t), compare.sentence(here, about))
layout.say(slots.banner, compare.findings(here, t), t)
with slots.actions:
    head_corner(here, seen, t)
here.write_link()
