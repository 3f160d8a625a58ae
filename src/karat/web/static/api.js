// Talking to the server: one function, and one error for "there is no network".

export const person = document.body.dataset.person;

export class NoNetwork extends Error {}

export async function send(path, said) {
  const headers = { "content-type": "application/json", "x-csrf": document.body.dataset.csrf };
  const request = { method: "POST", headers, body: JSON.stringify(said), credentials: "same-origin" };
  const reply = await fetch(path, request).catch(() => null);
  if (reply === null) throw new NoNetwork("the network");
  if (reply.status >= 500) throw new NoNetwork("the server, which is in trouble");
  const heard = await reply.json().catch(() => undefined);
  if (heard === undefined) throw new NoNetwork("the network"); // something in between answered, such as a hotel's log-in page
  return { status: reply.status, said: heard };
}

export const path = (guideline, verb) => `/api/guidelines/${encodeURIComponent(guideline)}/${verb}`;

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
