// The history: everything that was told and ruled this evening, newest first, with what was undone and by what. One tap
// undoes a line; "correct" opens it in a form. Each change shows what it changed and can be taken back.

import { el, fill, icon } from "./dom.js";
import { comeIn, standing } from "./door.js";
import { facts, gameFacts } from "./facts.js";
import { inWords, lineForm } from "./forms.js";
import { ask, tellAll } from "./link.js";

const panel = document.getElementById("history");
const AT_ONCE = 12; // groups
const MOST_SHOWN = 8;
const SETTLED_MS = 400;
const NEVER_CORRECTED = new Set(["start", "state", "undo", "correct"]);
const OPENS_ROUND = new Set(["revealed", "armed"]);

let current = null; // the view
let words = null;
let lines = []; // the history as it is now
let of = ""; // the view that it belongs to
let groups = AT_ONCE;
let editing = null; // {n, stored, lines, error}
let change = null; // {n, rows, scores, error}: what the last correction made here has changed
let asking = null;

/** Open or close the history. */
export function openHistory(open = panel.hidden) {
  panel.hidden = !open;
  document.body.dataset.history = open;
  groups = AT_ONCE;
  editing = change = null;
  if (current && open) load();
  else if (current) draw();
}

/** Whether a form is open, which a key may not close by accident. */
export const correcting = () => editing !== null;

export function drawHistory(view, theWords) {
  current = view;
  words = theWords;
  if (panel.hidden || `${view.session} ${view.n}` === of) return;
  // A burst of lines is asked for once.
  clearTimeout(asking);
  asking = setTimeout(load, of ? SETTLED_MS : 0);
}

async function load() {
  if (!(await standing()).inside) return comeIn();
  const n = `${current.session} ${current.n}`;
  const got = await ask("/api/history");
  if (got === null) return;
  lines = got;
  of = n;
  draw();
}

// ---- the list

/** The lines by game and round, oldest first: {game, round, turn, lines}. */
function grouped() {
  const found = [{ game: 0, title: "", round: 0, lines: [] }];
  for (const line of lines) {
    const last = found.at(-1);
    const codes = line.rulings.map(({ code }) => code);
    if (codes.includes("started")) found.push({ game: last.game + 1, title: line.rulings[0].effects.game, round: 0, lines: [line] });
    else if (codes.some((code) => OPENS_ROUND.has(code)) && last.game) found.push({ ...last, round: last.round + 1, lines: [line] });
    else {
      last.lines.push(line);
      if (line.rulings.some(({ verdict, effects }) => verdict === "ok" && effects.next)) found.push({ ...last, round: last.round + 1, lines: [] });
    }
  }
  return found.filter((group) => group.lines.length).reverse();
}

async function draw() {
  const all = await facts();
  const shown = grouped();
  fill(panel, ["history", of, groups, editing, change, current.language], () => [
    el(
      "header.history-bar", {},
      el("h2", {}, icon("list"), words.history),
      el("button.action", { type: "button", onclick: () => document.dispatchEvent(new Event("history")) }, words.close),
    ),
    change && changePanel(),
    el("div.groups", {}, shown.slice(0, groups).map((group) => groupOf(group, all))),
    shown.length > groups && el("button.action.more", { type: "button", onclick: () => {
      groups += AT_ONCE;
      draw();
    } }, words.showEarlier),
  ]);
}

function groupOf(group, all) {
  const title = gameFacts(all, group.title)?.title ?? group.title;
  const heading = group.game ? [`${words.gameNumber(group.game)} · ${title}`, group.round ? ` · ${words.round(group.round)}` : ""] : words.beforeGame;
  return el("section.group", {}, el("h3", {}, heading), el("ol.told-lines", {}, group.lines.toReversed().map((line) => lineOf(line, all))));
}

function lineOf(line, all) {
  const { n, told, rulings, undone, replaced_by: by, correction } = line;
  const verdict = ["over", "foul", "ask", "ok", "info"].find((each) => rulings.some((ruling) => ruling.verdict === each)) ?? "none";
  const stored = by === null ? null : lines[by - 1]?.correction?.lines;
  const standing = correction !== null && by === null;
  const may = !undone && rulings.length > 0 && (!["undo", "correct"].includes(told.do) || standing);
  return el(
    "li.told-line", { "data-n": n, "data-undone": String(undone), "data-verdict": verdict, value: n },
    el("span.n", {}, n),
    el(
      "div.what-was-told", {},
      el("p.told-words", {}, inWords(told, words)),
      stored?.length ? el("p.instead", {}, icon("pen"), el("span", {}, words.correctedBy(by)), stored.map((one) => el("span.told-words", {}, inWords(one, words)))) : null,
      undone && el("p.instead", {}, icon("undo"), words.undoneBy(by)),
      ...rulings.filter(({ say }) => say).map(({ say, verdict: how }) => el("p.says", { "data-verdict": how, dir: "auto" }, say)),
    ),
    el(
      "div.acts", {},
      may && undoButton(n, told),
      may && !NEVER_CORRECTED.has(told.do) && el("button.action", { type: "button", "data-act": "correct", onclick: () => edit(n, stored?.length ? stored : [told]) }, icon("pen"), words.correct),
    ),
    editing?.n === n && formOf(all),
  );
}

/** A game is not taken out by a slip of the thumb. */
function undoButton(n, told) {
  let sure = told.do !== "start";
  const button = el("button.action", { type: "button", "data-act": "undo", onclick() {
    if (sure) return put({ do: "undo", n });
    sure = true;
    button.replaceChildren(words.really);
    return null;
  } }, icon("undo"), words.undoThis);
  return button;
}

// ---- correcting

function edit(n, stored) {
  editing = { n, stored, lines: structuredClone(stored), error: "" };
  change = null;
  draw().then(() => panel.querySelector(".correction")?.scrollIntoView({ block: "nearest" }));
}

function set(more, typing = false) {
  editing = { ...editing, error: "", ...more };
  if (typing) panel.querySelector(".correction [type=submit]").disabled = unchanged();
  else draw();
}

const unchanged = () => JSON.stringify(editing.stored) === JSON.stringify(editing.lines);

/** Leave a form, if there is one; nothing has changed. */
export function cancel() {
  editing = null;
  draw();
}

function formOf(all) {
  const line = lines[editing.n - 1];
  const game = gameFacts(all, line.game);
  const players = playersAt(editing.n);
  const edited = editing.lines;
  return el(
    "form.correction", { onsubmit(event) {
      event.preventDefault();
      put({ do: "correct", n: editing.n, lines: editing.lines });
    } },
    edited.map((one, index) => el(
      "div.one-line", {},
      lineForm(one, game, players, words, (next, typing) => set({ lines: editing.lines.with(index, next) }, typing)),
      edited.length > 1 && el("button.action", { type: "button", "aria-label": words.removeLine, onclick: () => set({ lines: editing.lines.toSpliced(index, 1) }) }, icon("wrong")),
    )),
    game && el("button.action", { type: "button", onclick: () => set({ lines: [...editing.lines, { do: game.lines[0].do }] }) }, icon("plus"), words.addLine),
    following(editing.n),
    el("p.said", { role: "status", dir: "auto", "data-bad": "true" }, editing.error),
    el(
      "div.row.ends", {},
      el("button.action", { type: "button", onclick: cancel }, words.cancel),
      el("button.action.strong", { type: "submit", disabled: unchanged() }, words.correctIt),
    ),
  );
}

/** What comes after a line in its game is judged again with it. */
function following(n) {
  const end = lines.findIndex((line) => line.n > n && line.rulings.some(({ code }) => code === "started"));
  const after = lines.slice(n, end < 0 ? undefined : end).filter((line) => line.rulings.length && !line.undone);
  return el(
    "div.again", {},
    el("p", {}, words.judgedAgain(after.length)),
    el("ul", {}, after.slice(0, MOST_SHOWN).map((line) => el("li", { dir: "auto" }, `${line.n}. ${sayOf(line)}`))),
    after.length > MOST_SHOWN && el("p", {}, words.more(after.length - MOST_SHOWN)),
  );
}

function playersAt(n) {
  const begun = lines.slice(0, n).findLast((line) => line.rulings.some(({ code }) => code === "started"));
  return begun?.rulings[0].effects.players ?? current.players;
}

const sayOf = (line) => line.rulings.map(({ say }) => say).filter(Boolean).join(" ") || "–";

/** Tell an undo or a correction, then show what it changed. */
async function put(line) {
  const before = lines;
  const scores = current.scores;
  const answer = await tellAll([line], words);
  const refused = answer.error ?? answer.rulings.find(({ verdict }) => verdict === "foul")?.say;
  if (refused && editing) return set({ error: refused });
  if (refused) {
    change = { error: refused, rows: [] };
    return draw();
  }
  editing = null;
  const { n, rulings } = answer.answers[0];
  const now = (await ask("/api/history")) ?? before;
  lines = now;
  const rows = (rulings[0]?.effects.changed ?? []).map((at) => ({ n: at, was: sayOf(before[at - 1]), is: sayOf(now[at - 1]) })).filter(({ n: at, was, is }) => at !== line.n && was !== is);
  change = { n, rows, scores, say: rulings[0]?.say };
  await draw();
  panel.scrollTop = 0;
  return null;
}

function changePanel() {
  if (change.error) return el("section.change-panel", { role: "status" }, el("p.said", { "data-bad": "true", dir: "auto" }, change.error));
  const scores = Object.entries(current.scores).filter(([name, score]) => change.scores[name] !== undefined && change.scores[name] !== score);
  return el(
    "section.change-panel", { role: "status" },
    el("h3", {}, words.whatChanged),
    scores.length > 0 && el("p.scores", {}, scores.map(([name, score]) => el("span", {}, el("bdi", {}, name), ` ${change.scores[name]} → `, el("b", {}, score)))),
    change.rows.length
      ? el("ul", {}, change.rows.slice(0, MOST_SHOWN).map(({ n, was, is }) => el("li", {}, el("span.n", {}, n), el("del", { dir: "auto" }, was), el("ins", { dir: "auto" }, is))))
      : el("p", {}, words.nothingElseChanged),
    change.rows.length > MOST_SHOWN && el("p", {}, words.more(change.rows.length - MOST_SHOWN)),
    el("button.action", { type: "button", "data-act": "back", onclick: () => put({ do: "undo", n: change.n }) }, icon("undo"), words.takeBack),
  );
}
