"""A loss's formula with numbers put in: a recipe enters, LaTeX leaves."""

from __future__ import annotations

from lossviz import catalog
from lossviz.params import Integer, Real
from lossviz.recipe import Recipe
from lossviz.ui.findings import knob_numbers


def in_sight(recipe: Recipe) -> str:
    """ "*m* = 0.30, *s* = 16": the knobs beside the picture, by their symbols; empty where there are none."""
    numbers = knob_numbers(recipe)
    params = [p for p in catalog.losses()[recipe.loss].params if p.where == "panel" and isinstance(p, Real | Integer)]
    return ", ".join(f"*{p.label.split()[-1]}* = {numbers[p.name]}" for p in params)


def filled(recipe: Recipe) -> str | None:
    """The formula's own numbers in LaTeX; None when nothing is to be filled in, or a word stands for a number."""
    entry = catalog.losses()[recipe.loss]
    values = [recipe.knobs[p.name] for p in entry.params if p.where == "panel"]
    if not values or any(isinstance(value, str) for value in values):
        return None
    template = entry.numbers
    for name, value in knob_numbers(recipe).items():
        template = template.replace("{" + name + "}", value)
    return template
