// Sends what waited on this device since the last visit.

import { keepSending } from "./queue.js";

document.documentElement.classList.add("scripted-on");
let sent = 0;
await keepSending((item, { error }) => {
  sent += 1;
  if (error) document.querySelector("#waiting").textContent = `${item.payload.unit}: ${error}`;
});
const undo = document.querySelector("#undo");
addEventListener("keydown", (event) => {
  if (event.key === "Backspace") undo?.click();
});
if (sent && !document.querySelector("#waiting").textContent) location.reload();
