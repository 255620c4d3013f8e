// Corners on a picture that are pulled by finger, mouse or arrow keys, with a loupe beside the finger.
"use strict";

export const canvas = document.getElementById("canvas");
// The picture; what is shown of it is the window, with some room around the picture's rim.
export const box = canvas && {
  width: Number(canvas.dataset.width),
  height: Number(canvas.dataset.height),
};
const room = 0.05;
const whole = canvas && {
  x: -room * box.width,
  y: -room * box.width,
  width: box.width * (1 + 2 * room),
  height: box.height + 2 * room * box.width,
};
let shown = { ...whole };
let seeAnew = () => {};
const handles = document.getElementById("handles");
const loupe = document.getElementById("loupe");
const reach = 24; // of a handle, in pixels of the screen: as wide as a finger
const enlarged = 3;

export function svg(name, attributes, text) {
  const element = document.createElementNS(canvas.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}

export function read(text) {
  return text.split(" ").map((pair) => {
    const [x, y] = pair.split(",").map(Number);
    return { x: x * box.width, y: y * box.height };
  });
}

export function write(points) {
  return points
    .map(({ x, y }) => `${(x / box.width).toFixed(5)},${(y / box.height).toFixed(5)}`)
    .join(" ");
}

export function unit() {
  // Before the page is laid out the picture has no width: a phone's is as good as any.
  return shown.width / (canvas.getBoundingClientRect().width || 360);
}

export function at(event) {
  const seen = canvas.getBoundingClientRect();
  const x = shown.x + (event.clientX - seen.left) * unit();
  return inside({ x, y: shown.y + (event.clientY - seen.top) * unit() });
}

// Shows the part of the picture around a point, so wide as a share of the whole.
export function show(point, share) {
  const wide = whole.width * Math.min(1, Math.max(0.12, share));
  const high = (wide * whole.height) / whole.width;
  const x = Math.min(whole.x + whole.width - wide, Math.max(whole.x, point.x - wide / 2));
  const y = Math.min(whole.y + whole.height - high, Math.max(whole.y, point.y - high / 2));
  shown = { x, y, width: wide, height: high };
  canvas.setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
  seeAnew();
}

// Buttons to come closer and to go away; closer means to where the corners are.
export function zoom(points, draw) {
  seeAnew = draw;
  const middle = () => {
    const all = points();
    const sum = (name) => all.reduce((total, point) => total + point[name], 0) / all.length;
    return { x: sum("x"), y: sum("y") };
  };
  const buttons = document.getElementById("zoom");
  buttons.hidden = false;
  buttons.addEventListener("click", (event) => {
    const by = Number(event.target.dataset.by);
    if (by) show(middle(), (shown.width / whole.width) * by);
  });
  return (share) => show(middle(), share);
}

export function inside({ x, y }) {
  return { x: Math.min(box.width, Math.max(0, x)), y: Math.min(box.height, Math.max(0, y)) };
}

function look(point) {
  const side = Math.min(shown.width, shown.height) * 0.42;
  const left = point.x > shown.x + shown.width / 2;
  const seen = side / enlarged;
  loupe.removeAttribute("hidden");
  loupe.setAttribute("x", left ? shown.x : shown.x + shown.width - side);
  loupe.setAttribute("y", shown.y);
  loupe.setAttribute("width", side);
  loupe.setAttribute("height", side);
  loupe.setAttribute("viewBox", `${point.x - seen / 2} ${point.y - seen / 2} ${seen} ${seen}`);
  const arm = seen / 2;
  const cross = `M${point.x - arm} ${point.y}h${2 * arm}M${point.x} ${point.y - arm}v${2 * arm}`;
  loupe.querySelector("path").setAttribute("d", cross);
}

function lookAway() {
  loupe.setAttribute("hidden", "");
}

function name(index, point) {
  const words = canvas.dataset.sayCorner.replace("#n", index + 1);
  const percent = [point.x / box.width, point.y / box.height].map((n) => Math.round(100 * n));
  return words.replace("#x", percent[0]).replace("#y", percent[1]);
}

// Handles for points that `move(index, point)` changes; call the result after every change.
export function handle(points, move) {
  const made = points().map((_, index) => {
    const group = svg("g", { class: "handle", tabindex: 0, role: "button" });
    group.append(svg("circle", { class: "reach" }), svg("circle", { class: "ring" }));
    group.append(svg("path", { class: "cross" }));
    let held = null;
    group.addEventListener("pointerdown", (event) => {
      const start = at(event);
      const point = points()[index];
      held = { x: point.x - start.x, y: point.y - start.y };
      group.setPointerCapture(event.pointerId);
      event.preventDefault();
      event.stopPropagation();
      group.focus();
      look(point);
    });
    group.addEventListener("pointermove", (event) => {
      if (held) {
        const now = at(event);
        move(index, inside({ x: now.x + held.x, y: now.y + held.y }));
        look(points()[index]);
      }
    });
    for (const end of ["pointerup", "pointercancel"]) {
      group.addEventListener(end, () => {
        held = null;
        lookAway();
      });
    }
    group.addEventListener("keydown", (event) => {
      const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const way = ways[event.key];
      if (way) {
        const step = shown.width * (event.shiftKey ? 0.001 : 0.006);
        const point = points()[index];
        move(index, inside({ x: point.x + way[0] * step, y: point.y + way[1] * step }));
        look(points()[index]);
        event.preventDefault();
      }
    });
    group.addEventListener("blur", lookAway);
    return group;
  });
  handles.replaceChildren(...made);
  const place = () => {
    const one = unit();
    made.forEach((group, index) => {
      const point = points()[index];
      group.setAttribute("transform", `translate(${point.x} ${point.y})`);
      group.setAttribute("aria-label", name(index, point));
      const [wide, ring, cross] = group.children;
      wide.setAttribute("r", reach * one);
      ring.setAttribute("r", 14 * one);
      cross.setAttribute("d", `M${-7 * one} 0H${7 * one}M0 ${-7 * one}V${7 * one}`);
    });
  };
  new ResizeObserver(place).observe(canvas);
  place();
  return place;
}
