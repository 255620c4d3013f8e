// While a step is open: the newest picture, what it means, and a bar. Also keys to enter dice with.
"use strict";

const live = document.getElementById("live");
const marks = { good: "✓", warning: "!", bad: "✗", skipped: "–", open: "○" };
const pause = 600;
let shown = 0;
let best = 0;

function tell(id, text) {
  const element = document.getElementById(id);
  if (element && element.textContent !== text) {
    element.textContent = text;
  }
}

function drawOutlines(outlines) {
  const group = document.getElementById("live-outlines");
  const shapes = outlines.map((outline) => {
    const shape = document.createElementNS(group.namespaceURI, "polygon");
    const points = outline.split(" ").map((point) => point.split(",").map((n) => 1000 * n));
    shape.setAttribute("points", points.join(" "));
    return shape;
  });
  group.replaceChildren(...shapes);
}

function showBar(value) {
  const bar = document.getElementById("bar");
  if (bar && value !== null && value !== undefined) {
    bar.value = Math.round(value);
    best = Math.max(best, Math.round(value));
    tell("best", live.dataset.sayBest.replace("#", best));
  }
}

function load(number) {
  const picture = document.getElementById("live-picture");
  return new Promise((resolve) => {
    picture.onload = picture.onerror = resolve;
    picture.src = `${live.dataset.picture}?number=${number}`;
  });
}

async function look() {
  if (!document.hidden) {
    try {
      const answer = await fetch(live.dataset.now, { headers: { Accept: "application/json" } });
      const now = await answer.json();
      if (now.picture && now.picture !== shown) {
        await load(now.picture);
        shown = now.picture;
      }
      tell("live-found", now.found);
      tell("live-advice", now.advice);
      tell("live-state", live.dataset[`say${now.state[0].toUpperCase()}${now.state.slice(1)}`]);
      tell("live-mark", marks[now.state]);
      document.getElementById("live-mark").className = `mark ${now.state}`;
      drawOutlines(now.outlines || []);
      showBar(now.value);
    } catch {
      tell("live-found", live.dataset.saySilent);
    }
  }
  setTimeout(look, pause);
}

if (live) {
  expect("picture");
  look().then(() => arrived("picture"));
}

const keys = document.querySelector(".dice-keys");
if (keys) {
  const values = document.getElementById("values");
  keys.hidden = false;
  keys.addEventListener("click", (event) => {
    const key = event.target.closest(".die-key");
    if (key) {
      values.value = key.dataset.value
        ? values.value + key.dataset.value
        : values.value.slice(0, -1);
    }
  });
}
