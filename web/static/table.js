// Keeps the page as new as the table: the server sends regions of the page, this puts them in place.
"use strict";

const line = document.getElementById("line");
const lineText = document.getElementById("line-text");
// The page that a tap under way leads to, if it leads to one.
let heading = "";

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
    if (name === "beat") {
      news(region, html);
      continue;
    }
    if (region instanceof HTMLInputElement) {
      region.value = html;
      continue;
    }
    redraw(region, html);
  }
}

// What somebody is about to do there stays as it is: see keep.js.
function redraw(place, html) {
  const kept = remember(place);
  place.innerHTML = html;
  restore(place, kept);
}

// Pages with a part of their own fetch it anew when the table has changed.
const part = document.getElementById("part");

function news(region, beat) {
  const known = region.value;
  region.value = beat;
  if (!known || known === beat) {
    return;
  }
  // Another game may have other seats: its page is another one.
  if (known.split("/")[0] !== beat.split("/")[0]) {
    // Whoever has just begun that game is on the way to its table already.
    if (!heading) {
      location.reload();
    }
  } else if (part) {
    renew();
  }
}

// Whether somebody has just tapped in the part: what comes next is above, at its beginning.
let hasTapped = false;

// How often the part was asked for; an answer that a newer one has overtaken is not shown.
let asked = 0;
let hasMissed = false;

async function renew() {
  asked += 1;
  const mine = asked;
  expect("part");
  const html = await fetch(part.dataset.part, { headers: { Accept: "text/html" } })
    .then((answer) => {
      if (answer.status === 503) {
        const seconds = Number(answer.headers.get("Retry-After")) || 2;
        setTimeout(() => mine === asked && renew(), 1000 * seconds);
      }
      return answer.ok ? answer.text() : null;
    })
    .catch(() => null);
  if (mine !== asked) {
    return;
  }
  if (html !== null) {
    hasMissed = isBusy();
    if (!hasMissed) {
      redraw(part, html);
      prepare();
      if (hasTapped) {
        hasTapped = false;
        window.scrollTo(0, 0);
      }
    }
  }
  arrived("part");
}

if (part) {
  part.addEventListener("focusout", () => {
    if (hasMissed) {
      hasMissed = false;
      renew();
    }
  });
}

// Who is filling in a form is not disturbed.
function isBusy() {
  return Boolean(part.querySelector("form[data-quiet] :is(input, textarea, select):focus"));
}

// Whether a list is one of places in the drawing; "pass" may be among them.
function isOfPlaces(list, chart) {
  const drawn = new Set([...chart.querySelectorAll(".spot-badge")].map((one) => one.parentElement.dataset.place));
  const places = [...list.querySelectorAll(":scope > li > [data-place], :scope > li > details > [data-place]")];
  return places.filter((one) => drawn.has(one.dataset.place)).length * 2 > list.children.length;
}

function prepare() {
  for (const keys of document.querySelectorAll(".dice-keys")) {
    keys.hidden = false;
  }
  for (const button of document.querySelectorAll("[data-picture]")) {
    button.hidden = false;
  }
  const chart = document.getElementById("chart");
  const list = chart && chart.parentElement.querySelector(":scope > .choices-list");
  if (list && !isOfPlaces(list, chart)) {
    chart.hidden = true; // until a list with places is opened
  }
}

// The root of the page says which moment it shows.
function connect(seen) {
  expect("stream");
  document.documentElement.dataset.moment = seen || "";
  const wanted = new URLSearchParams();
  if (seen) {
    wanted.set("seen", seen);
  }
  if (document.body.dataset.only) {
    wanted.set("only", document.body.dataset.only);
  }
  const source = new EventSource(`${document.body.dataset.events}?${wanted}`);
  const receive = (event) => {
    show(JSON.parse(event.data));
    document.documentElement.dataset.moment = event.lastEventId;
    arrived("stream");
  };
  source.addEventListener("open", () => {
    say("live");
    // A page that does not know of what it was made is sent everything first.
    if (document.documentElement.dataset.moment) {
      arrived("stream");
    }
  });
  source.addEventListener("full", receive);
  source.addEventListener("change", receive);
  // A seat was given up or freed: this page is for somebody else now.
  source.addEventListener("role", () => {
    source.close();
    location.reload();
  });
  source.addEventListener("error", () => {
    say("lost");
    expect("stream");
    // The browser tries again by itself, except after an answer that was no stream.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(connect, 3000, "");
    }
  });
}

// A tapped tile says what it is, in the line below its picture.
document.addEventListener("click", (event) => {
  const tile = event.target.closest(".piece");
  const picture = tile && tile.closest(".picture");
  const caption = picture && picture.nextElementSibling;
  if (caption && caption.matches(".caption")) {
    caption.textContent = tile.querySelector("title").textContent;
    caption.classList.add("told-tile");
  }
});

// The drawing with the places to choose from follows to the list that is open; a tap on a place is
// a tap on its button.
document.addEventListener("toggle", (event) => {
  const chart = document.getElementById("chart");
  const list = chart && event.target.open && event.target.querySelector(":scope > .choices-list");
  if (list && isOfPlaces(list, chart)) {
    list.before(chart);
    chart.hidden = false;
    const here = new Set([...list.querySelectorAll("[data-place]")].map((one) => one.dataset.place));
    for (const piece of chart.querySelectorAll("[data-place]")) {
      piece.classList.toggle("far", !here.has(piece.dataset.place));
    }
  }
}, true);

document.addEventListener("click", (event) => {
  const piece = event.target.closest("#chart [data-place]");
  if (piece) {
    const found = [...document.querySelectorAll(".choices-list [data-place]:not(.piece)")];
    const button = found.find((one) => one.dataset.place === piece.dataset.place && one.checkVisibility());
    if (button) {
      button.click();
    }
  }
  const key = event.target.closest(".die-key");
  if (key) {
    const entry = key.closest(".dice-entry");
    const values = entry.querySelector("input[name=values]");
    const most = Number(entry.dataset.dice);
    values.value = key.dataset.value ? (values.value + key.dataset.value).slice(0, most) : values.value.slice(0, -1);
  }
});

// A tap tells the table something; what comes of it arrives like everything else.
async function tap(form, button) {
  const said = document.getElementById("said");
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const headers = { Accept: "text/plain" };
    const action = button.hasAttribute("formaction") ? button.formAction : form.action;
    heading = form.dataset.then || "";
    hasTapped = Boolean(part) && part.matches("main") && part.contains(form);
    const answer = await fetch(action, { method: "POST", body, headers });
    said.textContent = answer.ok ? "" : await answer.text();
    hasTapped = hasTapped && answer.ok;
    if (answer.ok && heading) {
      location.assign(heading);
      return;
    }
  } catch {
    said.textContent = said.dataset.saySilent;
  }
  heading = "";
}

document.addEventListener("submit", (event) => {
  if (event.target.id === "taps" || event.target.matches(".taps-form")) {
    event.preventDefault();
    tap(event.target, event.submitter);
  }
});

// A picture for other programs than browsers: the browser itself paints the SVG into a PNG.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-picture]");
  if (!button) {
    return;
  }
  const picture = new Image();
  picture.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    canvas.width = 1080;
    canvas.height = Math.round((1080 * picture.naturalHeight) / picture.naturalWidth);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = button.dataset.name;
      link.click();
      URL.revokeObjectURL(link.href);
    }, "image/png");
  });
  picture.src = button.dataset.picture;
});

prepare();
if (part && part.hasAttribute("data-at-once")) {
  renew();
}
connect(document.body.dataset.seen);
