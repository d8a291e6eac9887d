// Past evenings, newest first: when, what was played, who won, how long; and each to take home as a file.

import { el, entitle, fill, icon, nameOf } from "./dom.js";
import { comeIn, standing } from "./door.js";
import { ask } from "./link.js";
import { wordsOf } from "./words.js";

const main = document.getElementById("sessions");
let words = wordsOf(navigator.language);
let language = navigator.language;
let evenings = [];
let more = false;
let problem = "";

async function load() {
  if (!(await standing()).inside) return comeIn();
  const last = evenings.at(-1)?.session;
  const told = await ask(`/api/sessions${last ? `?before=${encodeURIComponent(last)}` : ""}`);
  if (told === null) problem = words.notReached;
  else {
    if (told.language && told.language !== words.language) {
      words = wordsOf(told.language);
      language = told.language;
    }
    evenings = [...evenings, ...told.sessions];
    more = told.more;
    problem = told.problem ?? "";
  }
  draw();
  return null;
}

function draw() {
  entitle(words.language, `${words.evenings} · ${words.title}`);
  fill(document.getElementById("bar"), [words.language], () => [
    el("span.brand", {}, icon("clover"), el("h1", {}, words.evenings)),
    el("a.action.to-board", { href: "/" }, words.board),
  ]);
  fill(document.getElementById("warnings"), [problem], () => problem && el("p.warning", { dir: "auto" }, icon("warning"), problem));
  fill(main, [evenings, more, problem, words.language], () => [
    evenings.map(evening),
    !evenings.length && !problem && el("p.hint", {}, words.noEvenings),
    more && el("button.action.more", { type: "button", async onclick(event) {
      event.target.disabled = true;
      const first = evenings.length;
      await load();
      main.querySelectorAll(".evening")[first]?.querySelector("h2").focus();
    } }, words.showEarlier),
  ]);
}

function evening(told) {
  const begun = new Date(told.started_utc);
  const day = Number.isNaN(begun.getTime()) ? told.started_utc : new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" }).format(begun);
  return el(
    "article.evening", { "data-session": told.session },
    el(
      "header", {},
      el("h2", { tabindex: -1 }, el("time", { datetime: told.started_utc }, day)),
      el(
        "p.about", {},
        told.simulated && el("strong.simulated", {}, words.simulated),
        told.duration_s !== null && el("span", {}, words.minutes(Math.max(1, Math.round(told.duration_s / 60)))),
        el("span.session-name", {}, told.session),
      ),
    ),
    told.error && el("p.warning", { dir: "auto" }, icon("warning"), told.error),
    told.games && !told.games.length && el("p.hint", {}, words.nothingPlayed),
    told.games?.length ? el("ol.games-played", {}, told.games.map(gameOf)) : null,
    told.files.length ? takeHome(told) : null,
  );
}

function gameOf(game) {
  return el(
    "li.game-played", {},
    el(
      "p.what", {},
      el("b", {}, game.title),
      game.duration_s !== null && el("span.lasted", {}, words.minutes(Math.max(1, Math.round(game.duration_s / 60)))),
    ),
    outcome(game),
    el("ul.who", {}, ranked(game).map((name) => el("li", { "data-winner": String(game.winners.includes(name)) }, nameOf(name), score(game, name)))),
  );
}

function outcome(game) {
  if (game.aborted || game.ending === null) return el("p.outcome", { "data-how": "open" }, words.notEnded);
  if (game.cooperative) return el("p.outcome", { "data-how": game.winners.length ? "won" : "lost" }, game.winners.length ? [icon("crown"), words.won] : [words.notWon, left(game)]);
  if (!game.winners.length) return el("p.outcome", { "data-how": "lost" }, words.nobodyWon);
  return el("p.outcome", { "data-how": "won" }, icon("crown"), game.winners.map(nameOf));
}

const score = (game, name) => (!game.cooperative && Object.hasOwn(game.scores, name) ? el("b.points", {}, game.scores[name]) : null);
const left = (game) => (Object.hasOwn(game.scores, "left") ? ` · ${game.scores.left} ${words.left}` : "");

/** Who has most stands first; where nothing is counted, as they sat. */
function ranked(game) {
  if (game.cooperative) return game.players;
  const of = (name) => (Object.hasOwn(game.scores, name) ? game.scores[name] : -Infinity);
  return game.players.toSorted((a, b) => Number(game.winners.includes(b)) - Number(game.winners.includes(a)) || of(b) - of(a) || 0);
}

function takeHome(told) {
  const label = (file) => {
    const [name, kind] = file.split(".");
    return kind === "csv" ? [words.files[name], el("small", {}, "CSV")] : [words.files[kind], kind === "bgsplay" ? null : el("small", {}, kind.toUpperCase())];
  };
  return el(
    "div.take-home", { role: "group", "aria-label": words.takeHome },
    told.files.map((file) =>
      el("a.action.file", { href: `/api/sessions/${encodeURIComponent(told.session)}/${encodeURIComponent(file)}`, download: "" }, icon("save"), label(file)),
    ),
  );
}

load();
