"""A number of classes enters; as many directions in 3-D leave, of which no two lie nearer than they must (Tammes)."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from lossviz.geometry.target_logits import Values

FOUND = {
    7: """0 0 1; -0.846689 -0.488836 0.210138; 0.334383 -0.918711 0.210138; 0.334383 0.918711 0.210138;
       0.901027 0 -0.433763; -0.690227 0.579169 -0.433763; -0.177922 -0.488836 -0.854039""",
    8: """0 0 1; -0.931877 -0.251751 0.261204; 0.749916 -0.607781 0.261204; 0.749916 0.607781 0.261204;
       -0.439291 0.859533 0.261204; -0.18196 -0.859533 -0.477592; 0.621251 0 -0.783612; -0.567956 0.251751 -0.783612""",
    9: """0 0 1; -0.648181 -0.684653 0.333333; 0.942809 0 0.333333; 0.235702 0.912871 0.333333;
       -0.824958 0.456435 0.333333; 0.392837 -0.912871 -0.111111; -0.294628 0.684653 -0.666667;
       -0.432121 -0.456435 -0.777778; 0.628539 0 -0.777778""",
    10: """0 0 1; -0.90487 -0.132951 0.404394; 0.263354 -0.875848 0.404394; 0.914585 0 0.404394;
       0.263354 0.875848 0.404394; -0.641516 0.742897 -0.191211; -0.498091 -0.78326 -0.372034;
       0.678373 0.5044 -0.53422; 0.547782 -0.576806 -0.605995; -0.234737 0.092588 -0.967639""",
}
"""Minimised numerically, to six decimals; their least angles are the best known ones."""


def spherical_code(C: int) -> Values | None:  # noqa: N803
    """Unit vectors [C, 3] of the best known arrangement of 4 to 12 points on the sphere; None for other numbers.

    Five: a triangle between two poles, one of several; eleven: an icosahedron without a corner.

    >>> vectors = spherical_code(10)
    >>> round(math.degrees(math.acos((vectors @ vectors.T - 2 * np.eye(10)).max())), 2)
    66.15
    """
    if C in FOUND:
        return _unit([[float(x) for x in point.split()] for point in FOUND[C].split(";")])
    made = {4: _tetrahedron, 5: _bipyramid, 6: _octahedron, 11: _icosahedron, 12: _icosahedron}
    return made[C]()[:C] if C in made else None


def _unit(points: list[list[float]]) -> Values:
    vectors = np.array(points)
    unit: Values = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def _tetrahedron() -> Values:
    return _unit([[x, y, x * y] for x, y in product((1.0, -1.0), repeat=2)])


def _bipyramid() -> Values:
    turns = [2 * math.pi * k / 3 for k in range(3)]
    return _unit([[0, 0, 1], [0, 0, -1], *([math.cos(turn), math.sin(turn), 0] for turn in turns)])


def _octahedron() -> Values:
    return np.concatenate([np.eye(3), -np.eye(3)])


def _icosahedron() -> Values:
    golden = (1 + math.sqrt(5)) / 2
    corners = [[0, x, y * golden] for x, y in product((1, -1), repeat=2)]
    return _unit([corner[k:] + corner[:k] for k in range(3) for corner in corners])
