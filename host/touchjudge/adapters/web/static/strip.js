// The referee's strip: name the card, claims by hand, settle, undo, pause, end. Small, and away until it is wanted.

import { el, fill, frame, icon, nameOf } from "./dom.js";
import { invitation } from "./door.js";
import { tellAll } from "./link.js";
import { TARGETS } from "./games/touches.js";
import { photoKey } from "./photo.js";
import { playKey, playTools } from "./plays/index.js";
import { again, openSetUp } from "./setup.js";
import { wordsOf } from "./words.js";

const strip = document.getElementById("strip");
const said = el("p.said", { role: "status", dir: "auto" });
const counts = { mushroom: null, pig: null, sweep: null };
let current = null;

/** Show what the referee answered to something that was told here. */
export function say(answer) {
  const words = wordsOf(current?.language);
  const ruling = answer.rulings?.findLast((one) => one.say);
  const text = answer.error ?? ruling?.say ?? words.done;
  for (const place of [said, document.querySelector("#question .said")]) {
    if (!place) continue;
    place.textContent = text;
    place.dataset.bad = Boolean(answer.error) || ruling?.verdict === "foul";
  }
}

function action(label, lines, extra = {}) {
  const button = el("button.action", { type: "button", ...extra, onclick: press }, label);
  async function press() {
    button.disabled = true;
    say(await tellAll(typeof lines === "function" ? lines() : lines, wordsOf(current?.language)));
    button.disabled = false;
  }
  return button;
}

/** A card by name: for the round that runs, else it opens one. */
function named(card) {
  return [{ do: current?.state?.phase === "reveal" ? "reveal" : "card", card }];
}

function countPad(target, words) {
  const buttons = [1, 2, 3, 4, 5, 6, 7, 8].map((count) =>
    el("button.key", { type: "button", "aria-pressed": "false", "aria-label": `${words[target]} ${count}`, async onclick() {
      counts[target] = count;
      press();
      if (TARGETS.some((each) => counts[each] === null)) return;
      const card = `symbol:${TARGETS.map((each) => counts[each]).join("-")}`;
      for (const each of TARGETS) counts[each] = null;
      say(await tellAll(named(card), words));
      for (const key of strip.querySelectorAll(".key")) key.setAttribute("aria-pressed", "false");
    } }, count),
  );
  function press() {
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(index + 1 === counts[target])));
  }
  press();
  return el("div.pad", { role: "group", "aria-label": words[target], "data-target": target }, icon(target), buttons);
}

function cardTools(words) {
  return el(
    "section.tool.name-card", { "aria-label": words.nameCard },
    el("h2", {}, words.nameCard),
    TARGETS.map((target) => countPad(target, words)),
    el(
      "div.row", {},
      TARGETS.map((target) => action([icon("hand"), icon(target)], () => named(`touch:${target}`), { "aria-label": words.touchCard(words[target]) })),
      action(words.unseenCard, [{ do: "card", card: "unseen" }]),
      action(words.reveal, [{ do: "reveal" }]),
      photoKey(words, say),
    ),
  );
}

function claimTools(view, words) {
  return el(
    "section.tool.claims", { "aria-label": words.claim },
    el("h2", {}, words.claim),
    view.players.map((player) =>
      el(
        "div.row.claim", {},
        action(nameOf(player), [{ do: "claim", player }]),
        TARGETS.map((spot) => action(icon(spot), [{ do: "claim", player, spot }], { "aria-label": `${player}: ${words[spot]}` })),
      ),
    ),
  );
}

function endButton(words) {
  let sure = null;
  const button = el("button.action.end", { type: "button", async onclick() {
    if (sure === null) {
      button.textContent = words.endSure;
      sure = setTimeout(calm, 4000);
      return;
    }
    calm();
    say(await tellAll([{ do: "end" }], words));
  } }, words.end);
  function calm() {
    clearTimeout(sure);
    sure = null;
    button.textContent = words.end;
  }
  return button;
}

function tableTools(view, words) {
  const schwein = view.game === "schwein_gehabt";
  return el(
    "section.tool.table-tools", {},
    el(
      "div.row", {},
      schwein ? action(words.settle, [{ do: "settle" }], { class: "action strong" }) : null,
      action([icon("undo"), words.undo], [{ do: "undo" }]),
      el("button.action", { type: "button", onclick: () => document.dispatchEvent(new Event("history")) }, icon("list"), words.history),
      el("a.action", { href: "/sessions" }, icon("save"), words.evenings),
      el("a.action", { href: "/practice" }, icon("hand"), words.practice.title),
      view.phase === "over"
        ? [
            el("button.action.strong", { type: "button", onclick: () => again(say, words) }, words.again),
            el("button.action", { type: "button", onclick: () => openSetUp() }, words.change),
          ]
        : [view.phase === "paused" ? action(words.resume, [{ do: "resume" }]) : action(words.pause, [{ do: "pause" }]), endButton(words)],
    ),
    schwein ? null : lineTool(words),
    said,
  );
}

/** Games without buttons of their own take any line, as the table language writes it. */
function lineTool(words) {
  const input = el("input", { type: "text", "aria-label": words.line, placeholder: '{"do":"undo"}', spellcheck: "false", autocomplete: "off", maxlength: 2000 });
  return el("form.row.line", { async onsubmit(event) {
    event.preventDefault();
    let line;
    try {
      line = JSON.parse(input.value);
    } catch (problem) {
      say({ error: String(problem.message) });
      return;
    }
    const answer = await tellAll([line], words);
    say(answer);
    if (!answer.error) input.value = "";
  } }, input, el("button.action", { type: "submit" }, words.tell));
}

async function tellPlay(lines) {
  say(await tellAll(lines, wordsOf(current?.language)));
}

export function drawStrip(view) {
  current = view;
  if (strip.hidden) return;
  const words = wordsOf(view.language);
  // Each part is drawn anew by itself: a pause must not take the card away that is half typed.
  const [play, claims, table, join] = frame(strip, "tools", ["part", "part", "part", "part"]);
  const schwein = view.game === "schwein_gehabt";
  if (schwein) fill(play, ["cards", view.language], () => cardTools(words));
  else fill(play, [view.game, view.players, view.phase, playKey(view), view.language], () => playTools({ view, words, tell: tellPlay, answered: say, me: null }));
  fill(claims, [schwein && view.players, view.language], () => schwein && claimTools(view, words));
  fill(table, [view.game, view.phase, view.language], () => tableTools(view, words));
  fill(join, [view.join, view.language], () => view.join && invitation(view.join, words));
}

/** Open or close the strip. */
export function toggleStrip(open = strip.hidden) {
  strip.hidden = !open;
  document.body.dataset.strip = open;
  document.getElementById("referee")?.setAttribute("aria-expanded", String(open));
  if (open && current) drawStrip(current);
}
