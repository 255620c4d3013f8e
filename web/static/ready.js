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

// What is wrong with a field is said on the page, in our words, instead of in the browser's.
for (const kind of ["invalid", "input"]) {
  document.addEventListener(kind, (event) => {
    const wrong = document.getElementById(event.target.getAttribute("aria-describedby"));
    if (wrong && wrong.matches(".complaint")) {
      wrong.hidden = kind === "input";
      if (kind === "invalid") {
        event.preventDefault();
        event.target.focus();
      }
    }
  }, true);
}
