// A photo is sent as soon as it is taken, and what comes of it is fetched until it has been read.
// Without this, there is a button to send it, and the page is loaded again by hand.
"use strict";

for (const form of document.querySelectorAll(".photo-form")) {
  form.classList.add("at-once");
  const file = form.querySelector(".photo-file");
  file.addEventListener("change", () => {
    if (file.files.length) {
      form.querySelector(".shutter-text").textContent = form.dataset.busy;
      form.submit();
    }
  });
}

async function follow() {
  if (document.querySelector(".photo-shot[data-progress=reading]")) {
    await renew();
    setTimeout(follow, 700);
  }
}

follow();
