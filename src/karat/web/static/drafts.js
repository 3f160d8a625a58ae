// Half-made answers, kept on this device until the server has confirmed the whole one.

import { person } from "./api.js";

const key = (guideline, unit) => `karat:draft:${JSON.stringify([person, guideline, unit])}`;

export function keep(guideline, unit, draft) {
  try {
    localStorage.setItem(key(guideline, unit), JSON.stringify(draft));
    return true;
  } catch {
    return false; // the device is full, or forbids it
  }
}

export const kept = (guideline, unit) => JSON.parse(localStorage.getItem(key(guideline, unit)) ?? "null");

export const drop = (guideline, unit) => localStorage.removeItem(key(guideline, unit));
