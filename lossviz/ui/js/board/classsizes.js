/** Class sizes and a rule enter; the margin of a class of any size leaves. */

/** n → m: a·n^(−λ) + b; or, by its ends, m_min for the largest of `counts` and m_max for the smallest. */
export function marginRule(counts, { rule, lam, m_min: least, m_max: most, a, b }) {
  const shrunk = (n) => Math.max(n, 1) ** -lam;
  if (rule === 'ab') return (n) => a * shrunk(n) + b;
  const [low, high] = [shrunk(Math.max(...counts)), shrunk(Math.min(...counts))];
  return (n) => least + (most - least) * (high > low ? (shrunk(n) - low) / (high - low) : 1);
}
