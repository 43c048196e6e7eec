/** Two shaders' sources enter; a linked program and the means to write its uniforms leave. */

/** {program, set}: `set` writes uniforms by name, whatever their type; names that the program lacks are passed over. */
export function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(made));
  const writers = new Map();
  for (let i = 0; i < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); i++) {
    const { name, type } = gl.getActiveUniform(made, i);
    writers.set(name, writer(gl, gl.getUniformLocation(made, name), type));
  }
  const set = (values) => writers.forEach((write, name) => { if (name in values) write(values[name]); });
  return { program: made, set };
}

function writer(gl, at, type) {
  switch (type) {
    case gl.FLOAT_VEC2: return (v) => gl.uniform2fv(at, v);
    case gl.FLOAT_VEC3: return (v) => gl.uniform3fv(at, v);
    case gl.FLOAT_VEC4: return (v) => gl.uniform4fv(at, v);
    case gl.FLOAT_MAT3: return (v) => gl.uniformMatrix3fv(at, false, v);
    case gl.FLOAT: return (v) => (v.length ? gl.uniform1fv(at, v) : gl.uniform1f(at, v));
    default: return (v) => gl.uniform1i(at, v);
  }
}
