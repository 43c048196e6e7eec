/** The component `lossviz.stage`: what Python says enters, the moving picture of up to four runs leaves. */

import { Stage } from './theatre.js';

const stages = new WeakMap();

export default function mount({ parentElement, data: [data], setStateValue }) {
  let stage = stages.get(parentElement);
  if (!stage) stages.set(parentElement, (stage = new Stage(parentElement)));
  stage.update(data, setStateValue);
  document.documentElement.lang = data.language; // for screen readers and regional shapes of Han; Python cannot set it
  return () => {
    stages.delete(parentElement);
    stage.destroy();
  };
}
