// One of a few labels.

import { choice } from "../keys.js";

export function start(form, { changed }) {
  const inputs = [...form.querySelectorAll("input[name=body]")];
  for (const input of inputs) input.addEventListener("change", changed);
  return {
    read: () => ({ body: shape(inputs.find((input) => input.checked)), quotes: null }),
    write: ({ body }) => { for (const input of inputs) input.checked = input.value === body?.label; },
    key: (event) => choose(inputs[choice(event)], changed),
  };
}

const shape = (input) => (input ? { label: input.value } : null);

function choose(input, changed) {
  if (!input) return false;
  if (!input.checked) {
    input.checked = true;
    changed();
  }
  return true;
}
