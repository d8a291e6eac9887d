// Practice without hardware: against simulated players, or alone. Joins keys, the two ways to practise, and the bar.

import { el, entitle, fill, icon } from "./dom.js";
import { ask } from "./link.js";
import { seeded } from "./practice/chance.js";
import { practiseWithOthers } from "./practice/game.js";
import { keep, kept } from "./practice/kept.js";
import { measure, stampOf } from "./practice/stamps.js";
import { KEYS } from "./practice/table.js";
import { practiseAlone } from "./practice/trainer.js";
import { wordsOf } from "./words.js";

const main = document.getElementById("practice");
const chance = seeded(new URLSearchParams(location.search).get("seed"));
const WAYS = { others: practiseWithOthers, alone: practiseAlone };
let words = wordsOf(navigator.language);
let facts = null;
let way = null; // what is practised now: {touch, go, answer, away, leave}

function open(name) {
  way?.leave();
  main.replaceChildren();
  document.body.dataset.way = name;
  keep({ way: name });
  way = WAYS[name]({ place: main, facts, words, chance });
  drawBar(name);
}

function drawBar(name) {
  entitle(words.language, `${words.practice.title} · ${words.title}`);
  fill(document.getElementById("bar"), [name, words.language], () => [
    el("span.brand", {}, icon("clover"), el("h1", {}, words.practice.title)),
    el("div.ways", { role: "group", "aria-label": words.practice.title }, Object.keys(WAYS).map((each) =>
      el("button.way", { type: "button", "aria-pressed": String(each === name), onclick: () => each !== name && open(each) }, words.practice.ways[each]),
    )),
    el("a.action.to-board", { href: "/", "aria-label": words.board }, icon("crown"), el("span", {}, words.board)),
  ]);
}

function say(sentence) {
  fill(document.getElementById("warnings"), [sentence], () => sentence && el("p.warning", {}, icon("warning"), sentence));
}

async function begin() {
  facts = await ask("/api/practice");
  if (facts === null) {
    say(words.notReached);
    setTimeout(begin, 3000);
    return;
  }
  say("");
  words = wordsOf(facts.language);
  open(Object.hasOwn(WAYS, kept().way) ? kept().way : "others");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const spot = KEYS[event.code] ?? KEYS[event.key.toLowerCase()];
  const answered = /^[1-9]$/.test(event.key) && !event.repeat && way?.answer(Number(event.key) - 1);
  if (answered || (spot && way)) {
    event.preventDefault();
    if (!answered && !event.repeat) way.touch(spot, stampOf(event));
  } else if ((event.key === " " || event.key === "Enter") && !event.target.closest("button, a, summary")) {
    event.preventDefault();
    if (!event.repeat) way?.go();
  }
});
// A page that is not in sight gets no frames, so what was about to be timed there cannot be.
document.addEventListener("visibilitychange", () => document.hidden && way?.away());

drawBar(null);
measure();
begin();
