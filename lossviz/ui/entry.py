"""The script that Streamlit runs for every page: language first, then the menu, then the page."""

import streamlit as st

from lossviz.ui import language
from lossviz.ui.places import (
    CIRCLE,
    CLASSIC,
    COMPARE,
    IMBALANCE,
    LESSONS,
    LOSSES,
    MARGINS,
    NOISE,
    OPENSET,
    PROJECTIONS,
    SCALE,
    TRAIN,
    TRIPLETS,
    UNIFIED,
)
from lossviz.ui.style import apply_style

t = language.current()
st.set_page_config(page_title="lossviz", layout="wide", initial_sidebar_state="collapsed")
lessons = st.Page(LESSONS, title=t("page.lessons"), default=True)
train = st.Page(TRAIN, title=t("page.train"), url_path="train")
compare = st.Page(COMPARE, title=t("page.compare"), url_path="compare")
losses = st.Page(LOSSES, title=t("page.losses"), url_path="losses")
margins = st.Page(MARGINS, title=t("page.margins"), url_path="margins")
scale = st.Page(SCALE, title=t("page.scale"), url_path="scale")
circle = st.Page(CIRCLE, title=t("page.circle"), url_path="circle")
unified = st.Page(UNIFIED, title=t("page.unified"), url_path="unified")
triplets = st.Page(TRIPLETS, title=t("page.triplets"), url_path="triplets")
noise = st.Page(NOISE, title=t("page.noise"), url_path="noise")
imbalance = st.Page(IMBALANCE, title=t("page.imbalance"), url_path="imbalance")
openset = st.Page(OPENSET, title=t("page.openset"), url_path="openset")
classic = st.Page(CLASSIC, title=t("page.classic"), url_path="classic")
projections = st.Page(PROJECTIONS, title=t("page.projections"), url_path="projections")
menu = {
    "": [lessons, train, compare, losses],
    t("page.understand"): [margins, scale, circle, unified, triplets],
    t("page.stress"): [noise, imbalance, openset, projections, classic],
}
page = st.navigation(menu, position="top")
st.set_page_config(page_title=f"{page.title} · lossviz")
apply_style(t.language)
page.run()
