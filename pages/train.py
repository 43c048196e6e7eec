"""Train: one loss learns live; read the controls, ask for the run, draw it, say what to look at."""

import streamlit as st

from lossviz import catalog
from lossviz.ui import language, layout, pad, panel, points
from lossviz.ui.corner import head_corner
from lossviz.ui.desk import desk
from lossviz.ui.findings import findings, look_at
from lossviz.ui.picture import legend, panel_of
from lossviz.ui.stage import stage
from lossviz.ui.training import shown

t = language.current()
slots = layout.slots()
here = desk()
with slots.panel:
    panel.draw(here, t)

if points.draw(here, slots, t):
    here.write_link()
else:
    picture = shown(here)
    recipe = catalog.in_force(picture.drawn.recipe)
    title = t("train.title", loss=catalog.losses()[recipe.loss].name, dataset=catalog.dataset(recipe.data).name)
    about = t.showing(digits=catalog.dataset(recipe.data).digits)
    layout.say_title(slots.title, title, look_at(recipe, picture.drawn, about))
    layout.say(slots.banner, findings(here, picture, t), t)
    with slots.picture:
        stage([panel_of(picture.drawn, t)], key="stage", t=about, drawn=pad.drawn())
        if names := legend(recipe, t):
            st.caption(names)
    with slots.actions:
        head_corner(here, picture, about)
    here.write_link(picture.run.recipe if picture.same else None)
