/** A text and a place enter; it stands in the picture, readable on whatever lies under it. */
export function label(pen, text, x, y, theme, size = 15) {
  pen.font = `650 ${size}px ${theme.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = 6;
  pen.strokeStyle = theme.bg;
  pen.strokeText(text, x, y);
  pen.fillStyle = theme.ink;
  pen.fillText(text, x, y);
}
