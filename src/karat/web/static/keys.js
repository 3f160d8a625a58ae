// Keys, wherever the focus is, except while somebody types or a dialog is open.

const TYPED = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range], [type=button])";

export const typing = (target) => target.matches?.(TYPED) || target.closest?.("dialog[open]") != null;

// 0 for the first of a list, 9 for the tenth, 10 and on with Shift; null for other keys. The digit row counts by its
// place where it writes something else (French), by what it writes where digits need Shift.
export function choice(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const written = /^[0-9]$/.test(event.key) ? event.key : null;
  const placed = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? null;
  const digit = written ?? placed;
  if (digit === null) return null;
  const shifted = written === null && event.shiftKey;
  return ((Number(digit) + 9) % 10) + (shifted ? 10 : 0);
}

// `acts` maps names of keys to functions; a widget sees each key first.
export function listen(widget, acts) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    if (typing(event.target)) return leave(event, widget);
    if (widget.key(event)) return event.preventDefault();
    const act = acts[nameOf(event)];
    if (!act || (event.key === "Enter" && event.target.closest("button, a, summary"))) return;
    event.preventDefault();
    act();
  });
}

function leave(event, widget) {
  if (event.key !== "Escape") return;
  event.target.blur();
  widget.focus?.();
}

function nameOf(event) {
  if (event.altKey) return "";
  const ctrl = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const named = event.key.length > 1 || ctrl ? event.shiftKey : false;
  return `${ctrl}${named ? "Shift+" : ""}${event.key.length > 1 ? event.key : event.key.toLowerCase()}`;
}
