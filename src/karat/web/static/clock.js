// Seconds spent on this question while the page is seen and the person is there.

const IDLE = 60_000;
let last = performance.now();
let spent = 0;

function tick() {
  const now = performance.now();
  if (!document.hidden) spent += Math.min(now - last, IDLE);
  last = now;
}

for (const event of ["keydown", "pointerdown", "pointermove", "scroll"]) addEventListener(event, tick, { passive: true });
// The change is reported when the page is already hidden (or seen again): count up to it, and nothing while hidden.
addEventListener("visibilitychange", () => {
  const now = performance.now();
  if (document.hidden) spent += Math.min(now - last, IDLE);
  last = now;
});

export function seconds() {
  tick();
  return Math.round(spent / 100) / 10;
}
