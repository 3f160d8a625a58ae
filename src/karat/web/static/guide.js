// The guideline beside the text: folded on a phone, and searchable.

const guide = document.querySelector("#guide");
const prose = document.querySelector("#prose");
const box = document.querySelector("#find");
const found = document.querySelector("#found");
const wide = matchMedia("(min-width: 60rem)");
let at = -1;

export function focusGuide() {
  guide.open = true;
  box.focus();
}

export function start() {
  guide.open = wide.matches;
  wide.addEventListener("change", () => { guide.open = wide.matches; });
  box.addEventListener("input", search);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") step(event);
  });
}

function search() {
  for (const mark of prose.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
  prose.normalize();
  const sought = box.value.trim().toLowerCase();
  if (sought) for (const node of texts()) highlight(node, sought);
  const places = prose.querySelectorAll("mark").length;
  found.textContent = sought ? `${places} place${places === 1 ? "" : "s"}` : "";
  at = -1;
  if (places) step();
}

function texts() {
  const walker = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

function highlight(node, sought) {
  const place = node.data.toLowerCase().indexOf(sought);
  if (place < 0) return;
  const hit = node.splitText(place);
  const rest = hit.splitText(Math.min(sought.length, hit.length));
  const mark = document.createElement("mark");
  hit.replaceWith(mark);
  mark.append(hit);
  highlight(rest, sought);
}

function step(event) {
  event?.preventDefault();
  const marks = prose.querySelectorAll("mark");
  if (!marks.length) return;
  marks[at]?.classList.remove("here");
  at = (at + (event?.shiftKey ? marks.length - 1 : 1)) % marks.length;
  marks[at].classList.add("here");
  prose.scrollTop += marks[at].getBoundingClientRect().top - prose.getBoundingClientRect().top - prose.clientHeight / 3;
}
