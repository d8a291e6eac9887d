// Set-up: who plays in which order, what, with which options and numbers. It follows the buttons while people set up
// there, and "Start" tells the start line.

import { el, fill, icon, nameOf, show } from "./dom.js";
import { invitation } from "./door.js";
import { facts, gameFacts, lastStart } from "./facts.js";
import { tellAll } from "./link.js";
import { lucky } from "./lucky.js";

const MOST_PLAYERS = 8;
const LONGEST_NAME = 40;
const MOST_NAMES = 24;

const place = document.getElementById("setup");
const draft = { players: [], game: null, options: {}, numbers: null };
let all = { games: [], names: [] };
let current = null; // the view
let words = null;
let seen = ""; // the set-up by buttons that was taken over last
let wanted = false; // opened from the page though a game is there
let problem = "";

/** Whether the set-up is in sight: the table is in it, or somebody opened it here. */
export function settingUp(view) {
  return wanted || view.phase === "setup";
}

/** Open the set-up with those who play now, or leave it. */
export function openSetUp(open = true) {
  wanted = open;
  if (open && current) adopt(current.players, current.game, current.options);
  document.dispatchEvent(new Event("redraw"));
}

/** Play the same again. */
export async function again(say, words) {
  const line = await lastStart();
  say(line ? await tellAll([line], words) : { error: words.notReached });
}

function adopt(players, game, options) {
  draft.players = [...players];
  if (game) draft.game = game;
  draft.options = { ...options };
  draft.numbers = null;
}

/** The buttons' set-up takes over whenever it has changed; what was typed since then stays until they change it. */
function follow(view) {
  const buttons = view.setup ? JSON.stringify([view.setup.players, view.setup.game, view.setup.options]) : "";
  if (buttons && buttons !== seen) adopt(view.setup.players, view.setup.game, view.setup.options);
  seen = buttons;
}

export function drawSetUp(view, theWords) {
  const begins = !current;
  current = view;
  words = theWords;
  const open = settingUp(view);
  if (view.phase === "playing" && wanted) wanted = false;
  document.body.dataset.setup = settingUp(view);
  show(place, settingUp(view));
  if (begins || (open && !all.games.length)) load();
  if (!open) return;
  follow(view);
  draw();
}

async function load() {
  all = await facts();
  if (current && settingUp(current)) draw();
}

function change(how) {
  problem = "";
  how();
  draw();
}

function chosen() {
  return gameFacts(all, draft.game);
}

/** Why the game cannot begin yet; empty when it can. */
function missing() {
  const game = chosen();
  if (!game) return words.chooseGame;
  const [fewest, most] = game.players;
  const count = draft.players.length;
  if (count < fewest || count > most) return words.needPlayers(game.title, fewest, most, count);
  const without = draft.numbers && draft.players.find((player) => !draft.numbers.get(player)?.length);
  return without ? words.needNumber(without) : "";
}

/** The start line of what is set up here; what stands at its default is left out. */
function startLine() {
  const game = chosen();
  const options = Object.fromEntries(
    game.options.filter(({ name, default: usual }) => (draft.options[name] ?? usual) !== usual).map(({ name }) => [name, draft.options[name]]),
  );
  const line = { do: "start", game: game.name, players: draft.players, options };
  return hasNumbers() && draft.numbers ? { ...line, numbers: Object.fromEntries(draft.numbers) } : line;
}

function hasNumbers() {
  return Boolean(chosen()?.extras.includes("numbers"));
}

function draw() {
  const parts = frame();
  drawButtons(parts.buttons);
  drawPlayers(parts.players);
  drawNames(parts.names);
  fill(parts.letIn, [current.join, words.setUp], () => current.join && invitation(current.join, words));
  drawGames(parts.games);
  drawOptions(parts.options);
  drawStart(parts.start);
}

/** The parts that stay, so that a name that is being typed is not disturbed. */
function frame() {
  fill(place, ["set-up", words.setUp], () => {
    const input = el("input", { type: "text", "aria-label": words.addName, placeholder: words.addName, maxlength: 80, autocomplete: "off", dir: "auto", enterkeyhint: "enter" });
    return [
      el("p.buttons-say"),
      el(
        "section.who-plays", { "aria-label": words.players },
        el("h2", {}, words.players), el("p.hint", {}, words.inTurnOrder),
        el("ol.seats"),
        el("form.row.line", { onsubmit(event) {
          event.preventDefault();
          if (join(input.value.trim())) input.value = "";
          input.focus();
        } }, input, el("button.action", { type: "submit" }, words.add)),
        el("div.row.known"),
      ),
      el(
        "section.what", { "aria-label": words.game },
        el("h2", {}, words.game), el("div.games"), el("div.options"),
      ),
      el("div.let-in"),
      el("footer.start"),
    ];
  });
  const part = (name) => place.querySelector(`.${name}`);
  return { buttons: part("buttons-say"), players: part("seats"), names: part("known"), letIn: part("let-in"), games: part("games"), options: part("options"), start: part("start") };
}

function drawButtons(box) {
  const step = current.setup?.step;
  show(box, Boolean(step));
  fill(box, [step, words.setUp], () => (step ? [icon("pad"), el("span", {}, words.steps[step])] : []));
}

function join(name) {
  problem = "";
  const letters = [...name].length;
  if (!letters || letters > LONGEST_NAME) problem = words.nameLength(LONGEST_NAME);
  else if (draft.players.includes(name)) problem = words.nameTaken(name);
  else if (draft.players.length >= MOST_PLAYERS) problem = words.tableFull(MOST_PLAYERS);
  else {
    draft.players = [...draft.players, name];
    draft.numbers = null;
  }
  draw();
  return !problem;
}

function move(player, by) {
  const from = draft.players.indexOf(player);
  const to = from + by;
  draft.players = draft.players.with(from, draft.players[to]).with(to, player);
}

function drawPlayers(list) {
  const numbers = hasNumbers();
  const dealt = numbers ? (draft.numbers ?? lucky.deal(draft.players)) : null;
  fill(list, [draft.players, dealt && [...dealt], lucky.held(), words.setUp], () =>
    draft.players.map((player, seat) =>
      el(
        "li.seat", { "data-player": player },
        el("span.place", {}, seat + 1), nameOf(player),
        el(
          "span.moves", {},
          el("button.action", { type: "button", "aria-label": words.earlier(player), disabled: seat === 0, onclick: () => change(() => move(player, -1)) }, icon("up")),
          el("button.action", { type: "button", "aria-label": words.later(player), disabled: seat === draft.players.length - 1, onclick: () => change(() => move(player, 1)) }, icon("down")),
          el("button.action", { type: "button", "aria-label": words.leaves(player), onclick: () => change(() => {
            draft.players = draft.players.filter((other) => other !== player);
            draft.numbers = null;
          }) }, icon("wrong")),
        ),
        dealt && lucky.row(player, dealt, words, (next) => change(() => (draft.numbers = next ?? draft.numbers))),
      ),
    ),
  );
}

function drawNames(box) {
  const names = [...new Set([...current.players, ...all.names])].filter((name) => !draft.players.includes(name)).slice(0, MOST_NAMES);
  fill(box, [names, words.setUp], () =>
    names.map((name) => el("button.action.known-name", { type: "button", onclick: () => join(name) }, icon("plus"), nameOf(name))),
  );
}

function drawGames(box) {
  fill(box, [all.games.map((game) => game.name), draft.game, draft.players.length, words.setUp], () =>
    all.games.map((game) => {
      const [fewest, most] = game.players;
      const fits = draft.players.length >= fewest && draft.players.length <= most;
      return el(
        "button.game", {
          type: "button", "aria-pressed": String(game.name === draft.game), "data-game": game.name, "data-fits": String(fits),
          onclick: () => change(() => {
            if (game.name !== draft.game) draft.options = {};
            draft.game = game.name;
          }),
        },
        el("b", {}, game.title), el("span.range", {}, words.range(fewest, most), game.cooperative ? ` · ${words.together}` : ""),
      );
    }),
  );
}

function drawOptions(box) {
  const game = chosen();
  const marked = current.setup?.option?.name ?? null;
  const pads = Boolean(game?.targets.length) && !current.simulated;
  fill(box, [game?.name, draft.options, marked, pads, words.setUp], () => [
    game?.options.length > 0 && [el("h2", {}, words.options), game.options.map((option) => optionRow(option, marked === option.name))],
    pads && askForPads(game.name),
  ]);
}

/** For a table whose pads lie elsewhere now: the next game asks for each of them again. */
function askForPads(game) {
  const button = el("button.action.quiet.ask-pads", { type: "button", async onclick() {
    const answer = await tellAll([{ do: "note", text: `pads ${JSON.stringify({ [game]: {} })}` }], words);
    button.replaceChildren(answer.error ?? words.padsAskedFor);
  } }, words.askForPads);
  return button;
}

function optionRow(option, marked) {
  const value = draft.options[option.name] ?? option.default;
  const set = (next) => change(() => (draft.options = { ...draft.options, [option.name]: next }));
  return el(
    "div.option", { role: "group", "aria-label": option.why, "data-option": option.name, "data-marked": String(marked), "data-changed": String(value !== option.default) },
    el("p", { dir: "auto" }, option.why), control(option, value, set),
  );
}

function control(option, value, set) {
  const choices = typeof option.default === "boolean" ? [false, true] : option.choices;
  if (choices.length) {
    return el(
      "div.choices", {},
      choices.map((choice) =>
        el("button.action", { type: "button", "aria-pressed": String(choice === value), onclick: () => set(choice) }, words.values[choice] ?? String(choice).replaceAll("_", " ")),
      ),
    );
  }
  const input = el("input", { type: "number", inputmode: "numeric", "aria-label": option.why, min: option.low, max: option.high, value, oninput: () => {
    // Nothing is drawn anew while a number is typed, or the button that is pressed next would be gone.
    const number = input.value === "" ? option.default : Math.round(Number(input.value));
    draft.options = { ...draft.options, [option.name]: Math.min(option.high, Math.max(option.low, number)) };
  } });
  return el("div.choices", {}, input, el("span.range", {}, `${option.low} – ${option.high}`));
}

function drawStart(box) {
  const why = missing();
  const cancel = wanted && current.game && current.phase !== "setup";
  fill(box, [why, problem, cancel, words.setUp], () => [
    el("p.said", { role: "status", dir: "auto", "data-bad": String(Boolean(problem)) }, problem || why),
    cancel
      ? el("button.action", { type: "button", onclick: () => openSetUp(false) }, words.cancel)
      : el("a.action", { href: "/practice" }, icon("hand"), words.practice.title),
    el("button.action.strong.begin", { type: "button", disabled: Boolean(why), onclick: start }, words.start),
  ]);
}

async function start() {
  const answer = await tellAll([startLine()], words);
  if (answer.error) {
    problem = answer.error;
    return draw();
  }
  wanted = false;
  document.dispatchEvent(new Event("redraw"));
}

