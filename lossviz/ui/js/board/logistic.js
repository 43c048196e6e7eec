/** Exponents enter; softplus ln(1 + eᶻ) and its slope, the sigmoid, leave, exact for large ones of either sign. */

export const softplus = (z) => Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));
export const sigmoid = (z) => (z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z)));
