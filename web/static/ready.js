// Says on the page itself when it can be used: its root has `data-ready` while all scripts listen,
// the stream is open and nothing is being fetched. Programs that use the page wait for that.
"use strict";

const awaited = new Set(["scripts"]);

function expect(what) {
  awaited.add(what);
  document.documentElement.removeAttribute("data-ready");
}

function arrived(what) {
  awaited.delete(what);
  document.documentElement.toggleAttribute("data-ready", awaited.size === 0);
}

document.addEventListener("DOMContentLoaded", () => arrived("scripts"));
