// Draws marks under the words: one underline each, with its label, stacked in lanes where they would touch.

const LANE = 17; // CSS pixels from one underline to the next; karat.css makes the lines as high

export function draw(text, tokens, marks) {
  const layer = layerOf(text);
  const tags = marks.map((mark) => tag(mark));
  layer.replaceChildren(...tags);
  const widths = tags.map((one) => one.offsetWidth);
  const lanes = stack(marks.map((mark, index) => extents(text, pieces(text, tokens, mark), widths[index])));
  text.style.setProperty("--lanes", String(Math.max(0, ...lanes) + 1));
  const bars = marks.map((mark, index) => place(text, pieces(text, tokens, mark), mark, lanes[index], tags[index], widths[index]));
  layer.append(...bars.flat());
}

function layerOf(text) {
  const found = text.parentElement.querySelector(":scope > .layer");
  if (found) return found;
  const layer = document.createElement("div");
  layer.className = "layer";
  layer.setAttribute("aria-hidden", "true");
  text.after(layer);
  return layer;
}

function tag(mark) {
  const made = document.createElement("span");
  made.className = `tag ${mark.hue}${mark.chosen ? " chosen" : ""}`;
  made.dir = "auto";
  made.textContent = mark.label;
  return made;
}

// The boxes that a mark covers, one for each stretch without a gap on a line, in the layer's coordinates.
function pieces(text, tokens, mark) {
  const covered = tokens.filter((token) => Number(token.dataset.start) < mark.end && mark.start < Number(token.dataset.end));
  if (!covered.length) return [];
  const range = document.createRange();
  range.setStartBefore(covered[0]);
  range.setEndAfter(covered.at(-1));
  const origin = layerOf(text).getBoundingClientRect();
  const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => ({
    left: box.left - origin.left,
    right: box.right - origin.left,
    bottom: box.bottom - origin.top,
    height: box.height,
  }));
  return boxes.sort((one, other) => (sameLine(one, other) ? one.left - other.left : one.bottom - other.bottom)).reduce(join, []);
}

const sameLine = (one, other) => Math.abs(one.bottom - other.bottom) < one.height / 2;

function join(joined, box) {
  const last = joined.at(-1);
  if (last && sameLine(last, box) && box.left <= last.right + 2) last.right = Math.max(last.right, box.right);
  else joined.push({ ...box });
  return joined;
}

const isRtl = (text) => getComputedStyle(text).direction === "rtl";

// Where a tag stands: under the mark's first stretch, at the side on which reading starts, inside the text's width.
function tagPlace(text, boxes, width) {
  const first = boxes.filter((box) => sameLine(box, boxes[0]));
  const left = isRtl(text) ? first.at(-1).right - width : first[0].left;
  return Math.max(0, Math.min(left, text.clientWidth - width));
}

function extents(text, boxes, width) {
  if (!boxes.length) return [];
  const left = tagPlace(text, boxes, width);
  return [...boxes, { ...boxes[0], left, right: left + width }];
}

function stack(all) {
  const placed = [];
  const free = (boxes, lane) => !placed.some((other) => other.lane === lane && boxes.some((box) => touch(box, other.box)));
  return all.map((boxes) => {
    let lane = 0;
    while (!free(boxes, lane)) lane += 1;
    placed.push(...boxes.map((box) => ({ lane, box })));
    return lane;
  });
}

const touch = (one, other) => sameLine(one, other) && one.left < other.right + 3 && other.left < one.right + 3;

function place(text, boxes, mark, lane, label, width) {
  if (!boxes.length) return [];
  label.style.left = `${tagPlace(text, boxes, width)}px`;
  label.style.top = `${boxes[0].bottom + lane * LANE + 3}px`;
  return boxes.map((box) => {
    const bar = document.createElement("i");
    bar.className = `bar ${mark.hue}${mark.chosen ? " chosen" : ""}`;
    bar.style.left = `${box.left}px`;
    bar.style.width = `${box.right - box.left}px`;
    bar.style.top = `${box.bottom + lane * LANE}px`;
    return bar;
  });
}
