// Points from 1 to n: a button each on a short scale, a slider with a number on a long one.

import { choice } from "../keys.js";

export function start(form, { changed }) {
  const number = form.querySelector("input[type=number]");
  return number ? long(number, form.querySelector("input[type=range]"), changed) : short(form, changed);
}

const shape = (value) => ({ body: value ? { value: Number(value) } : null, quotes: null });

function short(form, changed) {
  const inputs = [...form.querySelectorAll("input[name=body]")];
  for (const input of inputs) input.addEventListener("change", changed);
  return {
    read: () => shape(inputs.find((input) => input.checked)?.value),
    write: ({ body }) => { for (const input of inputs) input.checked = Number(input.value) === body?.value; },
    key: (event) => {
      const input = inputs[choice(event)];
      if (!input) return false;
      input.checked = true;
      changed();
      return true;
    },
  };
}

function long(number, range, changed) {
  number.addEventListener("input", () => { range.value = number.value; changed(); });
  range.addEventListener("input", () => { number.value = range.value; changed(); });
  return {
    read: () => shape(number.value),
    write: ({ body }) => { number.value = body?.value ?? ""; if (body) range.value = body.value; },
    key: (event) => {
      if (choice(event) === null) return false;
      number.value = "";
      number.focus();
      number.value = (choice(event) + 1) % 10;
      range.value = number.value;
      changed();
      return true;
    },
  };
}
