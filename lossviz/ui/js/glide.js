/** A target enters; a value that travels to it in a fixed time leaves. */
export class Glide {
  constructor(value, seconds) { Object.assign(this, { start: value, target: value, seconds, passed: seconds }); }

  /** Eased in and out. */
  get value() {
    const t = Math.min(1, this.passed / this.seconds);
    return this.start + (this.target - this.start) * t * t * (3 - 2 * t);
  }

  to(target, atOnce = false) {
    if (target === this.target && !atOnce) return;
    Object.assign(this, { start: atOnce ? target : this.value, target, passed: atOnce ? this.seconds : 0 });
  }

  /** True while it travels. */
  advance(seconds) {
    this.passed = Math.min(this.seconds, this.passed + seconds);
    return this.passed < this.seconds;
  }
}
