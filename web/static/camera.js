// Shows what the camera sees while somebody has it open, a few pictures a second at most.
"use strict";

const camera = document.getElementById("camera");
const picture = document.getElementById("camera-picture");
const trouble = document.getElementById("camera-trouble");
const lines = document.getElementById("camera-lines");
const pause = 500;
let shown = 0;
let isAsking = false;
let timer = 0;

function tell(sentences) {
  const items = sentences.map((sentence) => {
    const item = document.createElement("li");
    item.textContent = sentence;
    return item;
  });
  lines.replaceChildren(...items);
}

function load(number) {
  return new Promise((resolve) => {
    picture.onload = picture.onerror = resolve;
    picture.src = `${camera.dataset.picture}?number=${number}`;
  });
}

async function look() {
  clearTimeout(timer);
  if (!camera.open || document.hidden || isAsking) {
    return;
  }
  isAsking = true;
  try {
    const answer = await fetch(camera.dataset.glimpse, { headers: { Accept: "application/json" } });
    if (answer.ok) {
      const glimpse = await answer.json();
      trouble.textContent = glimpse.trouble;
      tell(glimpse.lines);
      if (glimpse.number && glimpse.number !== shown) {
        await load(glimpse.number);
        shown = glimpse.number;
      }
    } else {
      trouble.textContent = await answer.text();
    }
  } catch {
    trouble.textContent = camera.dataset.saySilent;
  }
  isAsking = false;
  timer = setTimeout(look, pause);
}

camera.addEventListener("toggle", look);
document.addEventListener("visibilitychange", look);

const report = document.getElementById("report");
if (report) {
  report.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = document.getElementById("report-said");
    said.textContent = camera.dataset.sayWriting;
    try {
      const headers = { Accept: "text/plain" };
      const answer = await fetch(report.action, { method: "POST", headers });
      said.textContent = await answer.text();
    } catch {
      said.textContent = camera.dataset.saySilent;
    }
  });
}
