/** The drawn canvases enter; one PNG of the picture leaves as a download. */

export function save({ gl, overlay, planes, stage }, panels, theme, file) {
  const scale = gl.width / planes.clientWidth || 1;
  const top = panels[0].title.hidden ? 0 : 32;
  const target = document.createElement('canvas');
  target.width = gl.width;
  target.height = gl.height + top * scale;
  const pen = target.getContext('2d');
  pen.fillStyle = theme.bg;
  pen.fillRect(0, 0, target.width, target.height);
  pen.drawImage(gl, 0, 0);
  const inner = planes.getBoundingClientRect();
  const outer = stage.getBoundingClientRect();
  const [x, y] = [(inner.x - outer.x) * scale, (inner.y - outer.y) * scale];
  pen.drawImage(overlay, x, y, gl.width, gl.height, 0, 0, gl.width, gl.height);
  pen.scale(scale, scale);
  for (const panel of panels) frameOf(pen, panel, theme);
  target.toBlob((blob) => download(blob, file), 'image/png');
}

function frameOf(pen, { title, caption, glBox: { x, y, width, height } }, theme) {
  pen.strokeStyle = theme.line;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, 8);
  pen.stroke();
  pen.font = `400 13px ${theme.font}`;
  pen.fillStyle = theme.ink2;
  const below = getComputedStyle(caption).position === 'static';
  pen.fillText(caption.textContent, x + (below ? 4 : 12), y + height + (below ? 19 : -12), width - 24);
  if (title.hidden) return;
  pen.font = `600 14px ${theme.font}`;
  pen.fillStyle = theme.ink;
  pen.fillText(title.textContent, x, y - 12);
}

function download(blob, file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}
