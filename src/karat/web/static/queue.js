// Answers and skips on their way: each is kept on this device until the server has confirmed it, and is sent again,
// with the same client_id, until then. The server does the same client_id once.

import { NoNetwork, newId, path, person, send } from "./api.js";
import { drop } from "./drafts.js";
import { settle } from "./clash.js";

const mine = `karat:queue:${JSON.stringify(person)}:`;
const sign = document.querySelector("#waiting");
let again = 0;
let pause = 1000;
let under = null;

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(mine)).sort();

export const waiting = () => keys().length;

// Keeps one on this device, in place of an unsent one for the same unit; false when the device has no room.
export function put(verb, guideline, payload) {
  const before = keys().find((key) => sameUnit(read(key), verb, guideline, payload));
  if (before && JSON.stringify(read(before).payload.body) === JSON.stringify(payload.body)) return true;
  const item = { verb, guideline, payload: { ...payload, client_id: newId() } };
  try {
    localStorage.setItem(`${mine}${String(Date.now()).padStart(15, "0")}:${item.payload.client_id}`, JSON.stringify(item));
  } catch {
    return false;
  }
  if (before) localStorage.removeItem(before);
  return true;
}

const read = (key) => JSON.parse(localStorage.getItem(key) ?? "null");

function sameUnit(item, verb, guideline, payload) {
  return item?.verb === verb && item.guideline === guideline && item.payload.unit === payload.unit;
}

// Sends all that waits, in order; `heard(item, outcome)` is told of each that got an end.
export function flush(heard) {
  under ??= sendAll(heard).finally(() => { under = null; });
  return under;
}

async function sendAll(heard) {
  clearTimeout(again);
  try {
    let going = true;
    for (let key = keys()[0]; key && going; key = keys()[0]) going = await sendOne(key, heard);
    pause = 1000;
    show("");
  } catch (error) {
    if (!(error instanceof NoNetwork)) throw error;
    again = setTimeout(() => flush(heard), pause);
    pause = Math.min(pause * 2, 15000);
    show(error.message);
  }
}

async function sendOne(key, heard) {
  const item = read(key);
  if (item === null) return true; // another tab sent it
  const { status, said } = await send(path(item.guideline, item.verb), item.payload);
  if (status === 401 || said?.reload) return logInAgain();
  if (status === 409) return clash(key, item, said, heard);
  localStorage.removeItem(key);
  if (status === 200) drop(item.guideline, item.payload.unit);
  await heard(item, status === 200 ? { receipt: said } : { error: said.error });
  return true;
}

async function clash(key, item, said, heard) {
  const choice = await settle(said);
  localStorage.removeItem(key);
  if (choice === "yours") {
    put(item.verb, item.guideline, { ...item.payload, revision: said.stands.revision });
    return true; // it is its turn again
  }
  drop(item.guideline, item.payload.unit);
  await heard(item, { receipt: null });
  return true;
}

function logInAgain() {
  const link = document.createElement("a");
  link.href = location.pathname;
  link.textContent = "Open this page again";
  sign.replaceChildren(`${count()} kept on this device. `, link, " to send it.");
  sign.dataset.fixed = "yes";
  return false;
}

const count = () => `${waiting()} answer${waiting() === 1 ? "" : "s"}`;

function show(why) {
  if (!sign.dataset.fixed) sign.textContent = waiting() ? `${count()} waiting for ${why || "their turn"}` : "";
}

export function keepSending(heard) {
  addEventListener("online", () => flush(heard));
  return flush(heard);
}
