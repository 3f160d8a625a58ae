// Stretches of text with labels. The server cut the text into words and numbered them in code points; this only joins
// words, and never counts characters.

import { choice } from "../keys.js";
import { draw } from "./marks.js";

const ARROWS = { ArrowLeft: 1, ArrowRight: 1, ArrowUp: 1, ArrowDown: 1, Home: 1, End: 1 };

export function start(form, page) {
  const text = form.querySelector(".tokens");
  const pieces = [...text.children];
  const tokens = pieces.filter((piece) => piece.matches(".token") && piece.textContent);
  const buttons = [...form.querySelectorAll("[data-label]")];
  const labels = buttons.map((button) => button.dataset.label);
  const list = form.querySelector("#marks");
  const spoken = form.querySelector("#spoken");
  let marks = [];
  let at = 0;
  let anchor = 0;
  let which = 0;

  const starts = (token) => Number(token.dataset.start);
  const ends = (token) => Number(token.dataset.end);
  const under = () => marks.filter((mark) => tokens[at] && mark.start < ends(tokens[at]) && starts(tokens[at]) < mark.end);
  const taken = () => [tokens[Math.min(at, anchor)], tokens[Math.max(at, anchor)]];
  const piecesOf = (first, last) => pieces.slice(pieces.indexOf(first), pieces.indexOf(last) + 1);
  const quote = (first, last) => piecesOf(first, last).map((piece) => piece.textContent).join("");
  const hue = (label) => `hue${labels.indexOf(label) % 8}`;

  function paint() {
    for (const piece of pieces) piece.classList.remove("at", "taken");
    if (!tokens.length) return;
    if (at !== anchor) for (const piece of piecesOf(...taken())) piece.classList.add("taken");
    tokens[at].classList.add("at");
    const chosen = under()[which];
    draw(text, tokens, marks.map((mark) => ({ ...mark, hue: hue(mark.label), chosen: mark === chosen })));
    list.replaceChildren(...marks.map(item));
    form.querySelector("#no-marks").hidden = marks.length > 0;
    form.querySelector("#unmark").disabled = !chosen;
  }

  function item(mark) {
    const entry = document.createElement("li");
    const remove = document.createElement("button");
    const label = document.createElement("b");
    const words = document.createElement("q");
    entry.className = hue(mark.label);
    label.textContent = mark.label;
    words.textContent = mark.quote;
    label.dir = words.dir = "auto";
    remove.type = "button";
    remove.className = "plain";
    remove.textContent = "×";
    remove.setAttribute("aria-label", `Remove ${mark.label} from ${mark.quote}`);
    remove.addEventListener("click", () => take(mark));
    entry.append(label, " ", words, " ", remove);
    return entry;
  }

  function move(to, extend) {
    at = Math.max(0, Math.min(tokens.length - 1, to));
    if (!extend) anchor = at;
    which = 0;
    paint();
    tokens[at].scrollIntoView({ block: "nearest" });
    announce();
  }

  function announce() {
    const on = under().map((mark) => mark.label);
    spoken.textContent = quote(...taken()) + (on.length ? `, marked ${on.join(", ")}` : "");
  }

  function mark(label) {
    if (!tokens.length) return;
    const [first, last] = taken();
    const made = { start: starts(first), end: ends(last), label, quote: quote(first, last) };
    const clash = refuse(made);
    if (clash) return page.say(clash);
    marks = [...marks, made].sort(order);
    anchor = at;
    which = Math.max(0, under().indexOf(made));
    paint();
    page.changed(`“${made.quote}” is ${label}`);
  }

  function refuse(made) {
    if (marks.some((mark) => order(mark, made) === 0)) return `“${made.quote}” is ${made.label} already`;
    const other = marks.find((mark) => mark.start < made.end && made.start < mark.end);
    return other && text.dataset.overlap === "no" ? `marks may not overlap here, and “${other.quote}” is ${other.label}` : "";
  }

  function take(mark) {
    if (!mark) return;
    marks = marks.filter((other) => other !== mark);
    which = 0;
    paint();
    page.changed(`${mark.label} taken off “${mark.quote}”`);
    text.focus({ preventScroll: true });
  }

  function next(event) {
    const several = under().length;
    if (event.shiftKey || several < 2 || which + 1 >= several) return false; // then Tab leaves, as everywhere
    which += 1;
    paint();
    spoken.textContent = `${under()[which].label}, ${under()[which].quote}`;
    return true;
  }

  function arrow(event) {
    if (!tokens.length) return false;
    const ahead = getComputedStyle(text).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const goals = { Home: 0, End: tokens.length - 1, ArrowUp: line(-1), ArrowDown: line(1) };
    move(goals[event.key] ?? at + (event.key === ahead ? 1 : -1), event.shiftKey);
    return true;
  }

  // The word nearest to the cursor on the next line that has words, up (-1) or down (1).
  function line(way) {
    const middle = (box) => (box.left + box.right) / 2;
    const here = tokens[at].getBoundingClientRect();
    const off = tokens.map((token, index) => [token.getBoundingClientRect(), index])
      .filter(([box]) => (box.top - here.top) * way > here.height / 2)
      .map(([box, index]) => [Math.round((box.top - here.top) * way / 4), Math.abs(middle(box) - middle(here)), index])
      .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    return off[0]?.[2] ?? at;
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.target === text && ARROWS[event.key]) return arrow(event);
    if (event.target === text && event.key === "Tab") return next(event);
    if (event.key === "Delete") { take(under()[which]); return true; }
    if (event.key === "Escape" && at !== anchor) { move(at, false); return true; }
    const label = labels[choice(event)];
    if (label === undefined) return false;
    mark(label);
    return true;
  }

  const touched = (event) => tokens.indexOf(document.elementFromPoint(event.clientX, event.clientY)?.closest(".token"));

  text.addEventListener("pointerdown", (event) => {
    const index = touched(event);
    if (index < 0 || event.button !== 0) return;
    text.setPointerCapture(event.pointerId);
    event.preventDefault();
    text.focus({ preventScroll: true });
    move(index, event.shiftKey);
  });
  text.addEventListener("pointermove", (event) => {
    if (!text.hasPointerCapture(event.pointerId)) return;
    const index = touched(event);
    if (index >= 0 && index !== at) move(index, true);
  });
  for (const button of buttons) {
    button.addEventListener("click", () => {
      mark(button.dataset.label);
      text.focus({ preventScroll: true });
    });
  }
  form.querySelector("#unmark").addEventListener("click", () => take(under()[which]));
  new ResizeObserver(paint).observe(text);
  text.focus({ preventScroll: true });

  return {
    read: () => ({
      body: marks.map(({ start, end, label }) => ({ start, end, label })),
      quotes: marks.map((mark) => mark.quote),
    }),
    write: ({ body, quotes }) => {
      marks = (body ?? []).map((mark, index) => ({ ...mark, quote: quotes[index] })).sort(order);
      which = 0;
      paint();
    },
    key,
    focus: () => text.focus({ preventScroll: true }),
  };
}

function order(one, other) {
  return one.start - other.start || one.end - other.end || (one.label < other.label ? -1 : Number(one.label > other.label));
}
