// Keeps the page as new as the table: the server sends regions of the page, this puts them in place.
"use strict";

const line = document.getElementById("line");
const lineText = document.getElementById("line-text");

// What is said stands on the page, in the language of this phone.
function say(state) {
  if (line.dataset.state !== state) {
    line.dataset.state = state;
    lineText.textContent = line.getAttribute(`data-say-${state}`);
  }
}

function show(regions) {
  for (const [name, html] of Object.entries(regions)) {
    const region = document.getElementById(name);
    if (!region) {
      continue;
    }
    if (region instanceof HTMLInputElement) {
      region.value = html;
      continue;
    }
    // Whoever has come here by keyboard stays where he is.
    const focused = region.contains(document.activeElement) ? document.activeElement.id : "";
    region.innerHTML = html;
    const again = focused && document.getElementById(focused);
    if (again) {
      again.focus();
    }
  }
}

function connect(seen) {
  const source = new EventSource(document.body.dataset.events + (seen ? `?seen=${seen}` : ""));
  const receive = (event) => show(JSON.parse(event.data));
  source.addEventListener("open", () => say("live"));
  source.addEventListener("full", receive);
  source.addEventListener("change", receive);
  // A seat was given up or freed: this page is for somebody else now.
  source.addEventListener("role", () => {
    source.close();
    location.reload();
  });
  source.addEventListener("error", () => {
    say("lost");
    // The browser tries again by itself, except after an answer that was no stream.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(connect, 3000, "");
    }
  });
}

// A tapped tile says what it is, in the line below its picture.
document.addEventListener("click", (event) => {
  const tile = event.target.closest(".hex");
  const picture = tile && tile.closest(".picture");
  const caption = picture && picture.nextElementSibling;
  if (caption && caption.matches(".caption")) {
    caption.textContent = tile.querySelector("title").textContent;
    caption.classList.add("told-tile");
  }
});

// A tap tells the table something; what comes of it arrives like everything else.
async function tap(form, button) {
  const said = document.getElementById("said");
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const headers = { Accept: "text/plain" };
    const answer = await fetch(button.formAction, { method: "POST", body, headers });
    said.textContent = answer.ok ? "" : await answer.text();
  } catch {
    said.textContent = said.dataset.saySilent;
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.id === "taps") {
    event.preventDefault();
    tap(event.target, event.submitter);
  }
});

connect(document.body.dataset.seen);
