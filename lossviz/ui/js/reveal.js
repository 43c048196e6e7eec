/** The component `lossviz.reveal`: a part of the page and a count enter; when it grows, a narrow page scrolls there. */

const counts = new WeakMap();

export default function mount({ parentElement, data: [{ part, times }] }) {
  const before = counts.get(parentElement) ?? times;
  counts.set(parentElement, times);
  if (times === before || !matchMedia('(max-width: 1000px)').matches) return;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  document.querySelector(`.st-key-${part}`)?.scrollIntoView({ behavior, block: 'start' });
}
