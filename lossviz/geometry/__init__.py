"""Closed forms in numpy: what can be said about a loss without training anything. Angles are radians."""

from lossviz.geometry.adacos_steps import adacos_next_scale, adacos_rest, adacos_scales, leaning_cosines
from lossviz.geometry.arrangements import centre_probability, needed_scale, spread_cosines, spread_loss
from lossviz.geometry.boundaries import angular_gap, boundary_theta2
from lossviz.geometry.class_sizes import dynamic_margins
from lossviz.geometry.feasible import Room, cosface_max_margin, rooms, widest_angle
from lossviz.geometry.floors import even_cosines, loss_floor
from lossviz.geometry.forces import Forces, batch_forces
from lossviz.geometry.own_probability import half_way_angle, own_probability, scale_at_half
from lossviz.geometry.scales import adacos_fixed_scale, cosface_min_scale
from lossviz.geometry.separation import angular_fisher_score
from lossviz.geometry.similarity_plane import am_softmax_gradient, circle_boundary_sp, circle_gradient
from lossviz.geometry.spherical_codes import spherical_code
from lossviz.geometry.target_logits import (
    arcface_target_logit,
    combined_target_logit,
    psi,
    sphereface_lambda,
    target_probability,
)
from lossviz.geometry.triplets import Mined, count_triplets, mined_numbers, mined_triplets, triplet_category
from lossviz.geometry.unified import (
    company_of_hardest,
    gap_above_hinge,
    gradient_shares,
    hardest_violation,
    hinge_gap,
    hinge_gap_bound,
    softmax_of_target,
    unified_loss,
)

__all__ = [
    "Forces",
    "Mined",
    "Room",
    "adacos_fixed_scale",
    "adacos_next_scale",
    "adacos_rest",
    "adacos_scales",
    "am_softmax_gradient",
    "angular_fisher_score",
    "angular_gap",
    "arcface_target_logit",
    "batch_forces",
    "boundary_theta2",
    "centre_probability",
    "circle_boundary_sp",
    "circle_gradient",
    "combined_target_logit",
    "company_of_hardest",
    "cosface_max_margin",
    "cosface_min_scale",
    "count_triplets",
    "dynamic_margins",
    "even_cosines",
    "gap_above_hinge",
    "gradient_shares",
    "half_way_angle",
    "hardest_violation",
    "hinge_gap",
    "hinge_gap_bound",
    "leaning_cosines",
    "loss_floor",
    "mined_numbers",
    "mined_triplets",
    "needed_scale",
    "own_probability",
    "psi",
    "rooms",
    "scale_at_half",
    "softmax_of_target",
    "sphereface_lambda",
    "spherical_code",
    "spread_cosines",
    "spread_loss",
    "target_probability",
    "triplet_category",
    "unified_loss",
    "widest_angle",
]
