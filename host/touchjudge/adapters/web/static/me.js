// A player's phone: one big claim, the own numbers, the own time, answers to what is asked. The name is chosen once.

import { at, el, entitle, fill, icon, nameOf } from "./dom.js";
import { hint } from "./door.js";
import { follow, tellAll } from "./link.js";
import { roundOf } from "./games/schwein_gehabt.js";
import { TARGETS } from "./games/touches.js";
import { bodies } from "./games/virus.js";
import { photoKey } from "./photo.js";
import { playKey, playTools } from "./plays/index.js";
import { milliseconds, wordsOf } from "./words.js";

const KEY = "touchjudge.me";
const LOST_MS = 700;
const main = document.getElementById("me");
const bar = document.getElementById("bar");
const warnings = document.getElementById("warnings");
const lost = el("p", { id: "lost", role: "status" });
const said = el("p.said", { role: "status", dir: "auto" });
document.body.append(lost);

let me = remembered();
let current = null;
let words = wordsOf(navigator.language);
let last = null; // {reaction_us, rank, of} of the newest round in which this player was timed

/** A browser that keeps nothing is asked each time. */
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function choose(name) {
  me = name;
  last = null;
  try {
    if (name === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch {
    // Then it is known until the page is closed.
  }
  draw();
}

async function say(lines) {
  answered(await tellAll(lines.map((line) => ({ ...line, by: "player" })), words));
}

/** Show what the referee answered. */
function answered(answer) {
  const ruling = answer.rulings.findLast((one) => one.say);
  said.textContent = answer.error ?? ruling?.say ?? words.done;
  said.dataset.bad = Boolean(answer.error) || ruling?.verdict === "foul";
}

function button(label, lines, attributes = {}) {
  const node = el("button.action", { type: "button", ...attributes, async onclick() {
    node.disabled = true;
    await say(lines);
    node.disabled = false;
  } }, label);
  return node;
}

function draw() {
  const view = current;
  entitle(view.language ?? "en", me ? `${me} · ${view.title || words.title}` : words.title);
  document.body.dataset.seq = view.seq;
  document.body.dataset.phase = view.phase;
  const plays = me !== null && view.players.includes(me);
  fill(bar, [view.title, view.simulated, view.phase, me, plays, view.language], () => [
    el("span.brand", {}, icon("clover"), el("h1", {}, me && plays ? nameOf(me) : view.title || words.title)),
    view.simulated && el("strong.simulated", {}, words.simulated),
    view.phase === "paused" && el("strong.paused", {}, icon("pause"), words.paused),
    me && el("button.quiet", { type: "button", onclick: () => choose(null) }, words.notMe),
  ]);
  fill(warnings, view.warnings, () => view.warnings.slice(0, 2).map((sentence) => el("p.warning", { dir: "auto" }, icon("warning"), sentence)));
  drawHint();
  fill(main, ["frame"], () => [...["ask", "table", "act", "mine", "news"].map((part) => el(`section.${part}`)), said]);
  const [ask, table, act, mine, news] = main.children;
  const joins = view.phase === "setup" && view.setup;
  if (joins || !plays) {
    for (const part of [ask, table, mine, news]) fill(part, [], () => []);
    if (joins) fill(act, ["join", plays, view.setup.step, me, view.language], () => joinUp(view, plays));
    else fill(act, ["who", view.players, me, view.phase, view.language], () => whoAreYou(view));
    return;
  }
  remember(view);
  drawQuestion(ask, view);
  const bodied = view.game === "virus" && view.state !== null;
  fill(table, bodied ? ["bodies", view.state, view.players, me, view.language] : [], () => bodied && bodies(view, me, words));
  drawAct(act, view);
  drawMine(mine, view);
  fill(news, [view.headline, view.headline_verdict, view.n], () => view.headline && !view.question && el("p.headline", { "data-verdict": view.headline_verdict, dir: "auto" }, view.headline));
}

async function drawHint() {
  const shown = await hint(words);
  fill(document.getElementById("come-in"), [Boolean(shown), words.comeInHint], () => [shown]);
}

function whoAreYou(view) {
  return [
    el("h2", {}, view.players.length ? words.whoAreYou : words.waitForSetUp),
    me && view.players.length > 0 && el("p.hint", {}, words.doesNotPlay(me)),
    !view.players.length && el("a.action", { href: "/practice" }, icon("hand"), words.practice.title),
    el("div.who-list", {}, view.players.map((name) => el("button.action.who-button", { type: "button", onclick: () => choose(name) }, nameOf(name)))),
  ];
}

/** While the table is set up: the own name, once, and this phone sits down. */
function joinUp(view, plays) {
  if (plays) {
    return [
      el("h2", {}, words.joined(me)),
      el("p.hint", {}, words.okGoesOn),
      view.setup.step === "players" && button(words.leave, [{ do: "note", text: `leaves ${JSON.stringify(me)}` }]),
    ];
  }
  if (view.setup.step !== "players") return el("h2", {}, words.whoPlaysIsSettled);
  const name = el("input", { id: "my-name", name: "name", maxlength: 40, autocomplete: "off", dir: "auto", required: true, value: me ?? "" });
  return [
    el("h2", {}, words.joinTitle),
    el("form.join-form", { async onsubmit(event) {
      event.preventDefault();
      const told = name.value.trim();
      if (!told) return;
      choose(told);
      await say([{ do: "note", text: `joins ${JSON.stringify(told)}` }]);
    } },
      el("label", { for: "my-name" }, words.yourName),
      name,
      el("button.action", { type: "submit" }, icon("hand"), words.joinIn)),
  ];
}

const forMe = (option) => option.lines.length > 0 && option.lines.every((line) => line.player === me);

function drawQuestion(place, view) {
  fill(place, [view.question, view.language], () => view.question && [
    el("p.asked", { dir: "auto" }, icon("ask"), view.question.say),
    el("div.answers", {}, view.question.options.map((option) => button(el("span", { dir: "auto" }, option.label), option.lines, { class: "answer", "data-mine": String(forMe(option) && !view.question.options.every(forMe)) }))),
  ]);
}

/** What a player does now: claim while hands fly, play when it is the turn; nothing else. */
function drawAct(place, view) {
  const asked = Boolean(view.question);
  if (view.result) {
    fill(place, ["over", view.result, me, view.language], () => [
      el("p.kicker", {}, words.over),
      el("p.big", {}, view.result.winners.includes(me) ? [icon("crown"), ` ${words.youWon}`] : view.result.winners.length ? [words.winner, " ", view.result.winners.map(nameOf)] : words.notWon),
    ]);
    return;
  }
  if (view.game !== "schwein_gehabt") {
    fill(place, [playKey(view), view.phase, asked, me, view.language], () => playTools({ view, words, tell: say, answered, me }));
    return;
  }
  const open = view.state.phase === "react" && view.phase === "playing";
  const claimed = open && view.state.claims.some((claim) => claim?.player === me);
  fill(place, ["claim", open, claimed, me, view.language], () => [
    button([icon("hand"), el("span", {}, claimed ? words.youClaimed : words.claimMine)], [{ do: "claim", player: me }], { class: "claim-button", disabled: !open, "data-claimed": String(claimed) }),
    open
      ? el("div.spots", {}, TARGETS.map((spot) => button(icon(spot), [{ do: "claim", player: me, spot }], { class: "spot-button", "aria-label": words[spot] })))
      : el("p.hint", {}, words.waitForCard),
    photoKey(words, answered),
  ]);
}

/** This player's place among the times of the newest round that has one. */
function remember(view) {
  const timed = view.touches.filter((touch) => touch.reaction_us !== null && touch.reaction_us !== undefined);
  const index = timed.findIndex((touch) => touch.player === me);
  if (index >= 0) last = { us: timed[index].reaction_us, rank: index + 1, of: timed.length, tied: timed[index].dead_heat };
}

function place(view) {
  const scores = Object.entries(view.scores).filter(([name]) => view.players.includes(name));
  const own = at(view.scores, me);
  return own === null ? null : { own, rank: 1 + scores.filter(([, score]) => score > own).length, of: scores.length };
}

function drawMine(box, view) {
  const numbers = at(view.state?.numbers, me) ?? [];
  const standing = place(view);
  const hand = at(view.state?.hands, me);
  const gained = view.game === "schwein_gehabt" ? roundOf(view).filter((ruling) => ruling.player === me).reduce((sum, { effects }) => sum + (effects.pay ?? 0) - (effects.penalty ?? 0), 0) : 0;
  fill(box, [numbers, last, standing, hand, gained, view.language], () => [
    numbers.length > 0 && el("ul.my-numbers", { "aria-label": words.numbers }, numbers.map((number) => el("li", {}, number))),
    el(
      "dl.my-facts", {},
      standing && el("div", {}, el("dt", {}, words.score), el("dd", {}, standing.own, gained !== 0 && el("span.change", { class: gained > 0 ? "change right" : "change wrong" }, gained > 0 ? `+${gained}` : `−${-gained}`))),
      standing && el("div", {}, el("dt", {}, words.rank), el("dd", {}, words.place(standing.rank), el("small", {}, ` / ${standing.of}`))),
      last && el("div", {}, el("dt", {}, words.lastReaction), el("dd.time", {}, milliseconds(last.us, view.language), el("small", {}, ` ${words.ms}`))),
      last && el("div", {}, el("dt", {}, words.lastPlace), el("dd", {}, last.tied ? words.deadHeat : words.place(last.rank), !last.tied && el("small", {}, ` / ${last.of}`))),
      typeof hand === "number" && el("div", {}, el("dt", {}, words.myHand), el("dd", {}, words.hand(hand))),
    ),
  ]);
}

let speaking = null;
fill(main, ["waiting"], () => el("p.hint", {}, words.waiting));
follow({
  onView(view) {
    current = view;
    words = wordsOf(view.language);
    draw();
  },
  onLost(isLost) {
    clearTimeout(speaking);
    document.body.dataset.lost = "false";
    lost.replaceChildren();
    // A reconnect takes a blink; only a longer silence is worth a word.
    if (isLost) speaking = setTimeout(() => {
      document.body.dataset.lost = "true";
      lost.replaceChildren(icon("cable"), words.lost);
    }, LOST_MS);
  },
});
