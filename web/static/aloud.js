// Reads aloud what happens, with the phone's own voice. Silent until somebody asks for it.
"use strict";

const ALOUD = "read-aloud";
// What the referee wants to be heard; that all is well is no news.
const URGENT = ".opinion:is(.illegal, .differs, .refused, .question, .proposal) b";

class Voice {
  constructor() {
    this.next = "";
    this.last = "";
  }

  // The newest sentence waits; older ones that were not begun are dropped.
  read(text) {
    if (!text || text === this.last) {
      return;
    }
    this.last = text;
    this.next = text;
    if (!speechSynthesis.speaking) {
      this.begin();
    }
  }

  begin() {
    if (!this.next) {
      return;
    }
    const sentence = new SpeechSynthesisUtterance(this.next);
    sentence.lang = document.documentElement.lang;
    sentence.onend = () => this.begin();
    this.next = "";
    speechSynthesis.speak(sentence);
  }

  stop() {
    this.next = this.last = "";
    speechSynthesis.cancel();
  }
}

function textOf(region, selector) {
  const found = region.querySelector(selector);
  return found ? found.textContent.trim() : "";
}

function listen(voice, name, selector) {
  const region = document.getElementById(name);
  if (region) {
    const watcher = new MutationObserver(() => voice.read(textOf(region, selector)));
    watcher.observe(region, { childList: true, subtree: true, characterData: true });
    return [watcher];
  }
  return [];
}

function offer(button) {
  const voice = new Voice();
  let watchers = [];
  const set = (on) => {
    watchers.forEach((watcher) => watcher.disconnect());
    watchers = on ? [...listen(voice, "told", ".now"), ...listen(voice, "referee", URGENT)] : [];
    button.setAttribute("aria-pressed", String(on));
    localStorage.setItem(ALOUD, on ? "on" : "off");
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    set(on);
    voice.stop();
    if (on) {
      // Phones speak only after a tap; this sentence is the sample.
      const told = document.getElementById("told");
      voice.read(told ? textOf(told, ".now") : button.textContent);
    }
  });
  set(localStorage.getItem(ALOUD) === "on");
}

const aloud = document.getElementById(ALOUD);
if (aloud && "speechSynthesis" in window) {
  offer(aloud);
}
