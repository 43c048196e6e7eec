"""Figures: numbers enter, a plotly figure leaves. Each file has a data half and a drawing half."""
