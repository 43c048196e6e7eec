/** Sizes enter; a picture on the graphics card leaves, to be drawn into and copied from. */

export class Surface {
  constructor(gl) {
    Object.assign(this, { gl, framebuffer: gl.createFramebuffer(), store: gl.createRenderbuffer(), width: 0, height: 0 });
  }

  resize(width, height) {
    if (this.width === width && this.height === height) return;
    const { gl } = this;
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.store);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.store);
    Object.assign(this, { width, height });
  }

  /** Copies all of it into a rectangle of another framebuffer (null: the canvas), stretched where sizes differ. */
  copy(target, x, y, w, h) {
    const { gl, width, height } = this;
    const way = width === w && height === h ? gl.NEAREST : gl.LINEAR;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.framebuffer);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, target);
    gl.scissor(x, y, w, h);
    gl.blitFramebuffer(0, 0, width, height, x, y, x + w, y + h, gl.COLOR_BUFFER_BIT, way);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  }
}
