// Search in the list of names, and a word while a photo is looked at. Both work without this too.
"use strict";

const search = document.getElementById("search");
if (search) {
  const items = [...document.querySelectorAll("#choices li")];
  const nothing = document.getElementById("nothing");
  const sift = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const item of items) {
      const text = item.textContent.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      shown += item.hidden ? 0 : 1;
    }
    nothing.hidden = shown > 0;
  };
  search.addEventListener("input", sift);
  sift(); // what was typed before this script came counts too
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}

for (const form of document.querySelectorAll("form[data-say-busy]")) {
  form.addEventListener("submit", () => {
    const button = form.querySelector("button");
    button.textContent = form.dataset.sayBusy;
    button.disabled = true;
  });
}
