// The question page: a widget asks; this keeps drafts, undoes, submits and goes on.

import { NoNetwork, newId, path, send } from "./api.js";
import { seconds } from "./clock.js";
import { drop, keep, kept } from "./drafts.js";
import { focusGuide, start as startGuide } from "./guide.js";
import { listen } from "./keys.js";
import { flush, keepSending, put, waiting } from "./queue.js";

const form = document.querySelector("#answer");
const { guideline, unit } = form.dataset;
const revision = Number(form.dataset.revision);
const status = document.querySelector("#status");
const skip = document.querySelector("#skip");
const stored = (element) => ({ body: JSON.parse(element.dataset.body), quotes: JSON.parse(element.dataset.quotes) });
const say = (words) => { status.textContent = words; };
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const address = (to) => `/${encodeURIComponent(guideline)}${to ? `/${to.split("/").map(encodeURIComponent).join("/")}` : ""}`;

document.documentElement.classList.add("scripted-on");
const { start } = await import(`./widgets/${form.dataset.widget}.js`);
const widget = start(form, { changed, say });
const past = [];
const future = [];
let now = stored(form);

function changed(words) {
  past.push(now);
  future.length = 0;
  settle(widget.read(), typeof words === "string" ? `${words} · ` : "");
}

function settle(state, words = "") {
  now = state;
  const safe = keep(guideline, unit, { ...now, revision });
  say(words + (safe ? "draft kept on this device" : "this device keeps no drafts; submit before you leave"));
}

function show(state) {
  widget.write(state);
  settle(state);
}

function restore() {
  const draft = kept(guideline, unit);
  if (draft === null || same(draft.body, now.body)) return;
  past.push(now);
  show({ body: draft.body, quotes: draft.quotes });
  say(draft.revision === revision ? "draft from this device" : "draft from this device; another answer was stored since, undo shows it");
}

async function submit() {
  const state = widget.read();
  if (state.body === null) return say("choose an answer first");
  await give("answers", { unit, ...state, revision, seconds: seconds() });
}

async function give(verb, payload) {
  if (!put(verb, guideline, payload)) return say("this device has no room to keep the answer; free some and submit again");
  say("sending …");
  await flush(heard);
  if (waiting()) say("kept on this device until it is sent");
}

function heard(item, { error }) {
  const here = item.guideline === guideline && item.payload.unit === unit;
  if (error) return say(here ? error : `${item.payload.unit}: ${error}`);
  if (here) location.assign(address());
}

async function undo() {
  if (past.length) {
    future.push(now);
    return show(past.pop());
  }
  await turn("undo", "there is nothing to undo");
}

async function redo() {
  if (future.length) {
    past.push(now);
    return show(future.pop());
  }
  await turn("redo", "there is nothing to redo");
}

async function turn(verb, none) {
  if (waiting()) return say("answers still wait for the network; undo works once they are sent");
  try {
    const { status: code, said } = await send(path(guideline, verb), { client_id: newId() });
    if (code !== 200) return say(said.error);
    if (said === null) return say(none);
    drop(guideline, said.unit);
    location.assign(address(said.unit));
  } catch (error) {
    if (!(error instanceof NoNetwork)) throw error;
    say(`${verb} needs the network; try again in a moment`);
  }
}

function openSkip() {
  skip.open = true;
  skip.querySelector("input[name=reason]").focus();
}

const showKeys = () => document.querySelector("#keys").showModal();

function submitted(target, act) {
  target.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

startGuide();
submitted(form, submit);
submitted(skip.querySelector("form"), () => give("skips", { unit, reason: skip.querySelector("input[name=reason]").value.trim() }));
submitted(document.querySelector("#undo").form, undo);
submitted(document.querySelector("#redo").form, redo);
document.querySelector("#show-keys").addEventListener("click", showKeys);
for (const other of document.querySelectorAll(".other")) {
  other.addEventListener("click", () => { widget.write(stored(other)); changed(); });
}
listen(widget, {
  Enter: submit,
  Backspace: undo,
  "Ctrl+z": undo,
  "Shift+Backspace": redo,
  "Ctrl+Shift+z": redo,
  "Ctrl+y": redo,
  s: openSkip,
  g: focusGuide,
  "?": showKeys,
});
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
history.replaceState(null, "", address(unit)); // the browser's Back then leads to this unit again
widget.write(now);
restore();
await keepSending(heard);
