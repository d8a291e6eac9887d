// The scoreboard: the view of the table, drawn whole. Each game brings its stage; bar, ruling, question, scores and the
// winner are the same for all.

import { at, el, entitle, fill, icon, nameOf, show } from "./dom.js";
import { tellAll } from "./link.js";
import { again, openSetUp } from "./setup.js";
import { wordsOf } from "./words.js";
import first_touch from "./games/first_touch.js";
import hearts_and_numbers from "./games/hearts_and_numbers.js";
import other from "./games/other.js";
import schwein_gehabt from "./games/schwein_gehabt.js";
import the_game from "./games/the_game.js";
import virus from "./games/virus.js";

const GAMES = { first_touch, schwein_gehabt, the_game, the_game_extreme: the_game, virus, hearts_and_numbers };
const VERDICTS = { ok: "right", foul: "wrong", ask: "ask", info: "info", over: "flag" };
const MOST_WARNINGS = 3;

const place = (id) => document.getElementById(id);

/** How a game is drawn; any game that is not known is told in sentences. */
export function gameOf(view) {
  return (view.state && GAMES[view.game]) || other;
}

/** The score of a player as shown: the view's, else the game's own figure, else none. */
function scoreOf(view, game, player) {
  return at(view.scores, player) ?? at(view.result?.scores, player) ?? game.score?.(view, player) ?? null;
}

function drawBar(view, words) {
  const game = gameOf(view);
  const round = view.state ? game.round?.(view) : null;
  const links = view.links ?? [];
  // Figures of a link change all the time; only what is shown may redraw a bar that holds a button.
  const shown = links.map((link) => [link.source, link.phase, link.text]);
  fill(place("bar"), [view.title, round, view.simulated, view.phase, shown, view.language], () => [
    el("span.brand", {}, icon("clover"), el("h1", {}, view.title || words.title)),
    round ? el("span.round", {}, words.round(round)) : null,
    view.simulated ? el("strong.simulated", {}, words.simulated) : null,
    view.phase === "paused" ? el("strong.paused", {}, icon("pause"), words.paused) : null,
    el(
      "ul.links", {},
      links.map((link) =>
        el("li.link", { "data-phase": link.phase, title: link.text }, icon("cable"), el("span", {}, `${at(words.sources, link.source) ?? link.source}: ${words.links[link.phase] ?? link.phase}`)),
      ),
    ),
    el("button.quiet", { type: "button", id: "referee", "aria-expanded": String(!place("strip").hidden), "aria-controls": "strip", onclick: () => document.dispatchEvent(new Event("strip")) }, icon("whistle"), el("span", {}, words.referee)),
  ]);
}

function drawWarnings(view, words) {
  // A way to a board that is not there is said in its own sentence; it is what people must act on.
  const broken = (view.links ?? []).filter((link) => !["connected", "waiting"].includes(link.phase)).map((link) => link.text);
  const all = [...new Set([...broken, ...(view.warnings ?? [])].filter(Boolean))];
  fill(place("warnings"), all, () => [
    ...all.slice(0, MOST_WARNINGS).map((sentence) => el("p.warning", { dir: "auto" }, icon("warning"), sentence)),
    all.length > MOST_WARNINGS ? el("p.warning.more", {}, words.more(all.length - MOST_WARNINGS)) : null,
  ]);
}

function drawRibbon(view) {
  const ribbon = place("ribbon");
  show(ribbon, Boolean(view.headline) && !view.question);
  ribbon.dataset.verdict = view.headline_verdict ?? "info";
  fill(ribbon, [view.headline, view.headline_verdict, view.n], () =>
    view.headline ? [icon(VERDICTS[view.headline_verdict] ?? "info"), el("p", { dir: "auto", "data-long": view.headline.length > 70 }, view.headline)] : [],
  );
}

function drawQuestion(view, words, say) {
  const box = place("question");
  show(box, Boolean(view.question));
  fill(box, [view.question, view.language], () => {
    if (!view.question) return [];
    const buttons = view.question.options.map((option, index) =>
      el(
        "button.answer", {
          type: "button", "data-key": index < 9 ? index + 1 : null,
          async onclick() {
            for (const button of buttons) button.disabled = true;
            say(await tellAll(option.lines, words));
            for (const button of buttons) button.disabled = false;
          },
        },
        index < 9 ? el("kbd", { "aria-hidden": "true" }, index + 1) : null, el("span", { dir: "auto" }, option.label),
      ),
    );
    // The answers to this one are only some of the cards; the others are in the strip.
    const any = view.question.code === "which_card" && el("button.answer.any", { type: "button", onclick: () => document.dispatchEvent(new Event("strip")) }, `${words.nameCard} …`);
    return [
      el("p.asked", { dir: "auto" }, icon("ask"), view.question.say),
      el("div.answers", { "data-count": buttons.length }, buttons, any),
      el("p.said", { role: "status" }),
    ];
  });
}

function drawPlayers(view, words) {
  const list = place("players");
  const game = gameOf(view);
  const scores = Object.fromEntries(view.players.map((player) => [player, scoreOf(view, game, player)]));
  const known = Object.values(scores).filter((score) => score !== null);
  const most = Math.max(0, ...known);
  const first = view.state ? (game.first?.(view) ?? []) : [];
  const winners = view.result?.winners ?? [];
  const figures = Math.max(2, ...known.map((score) => String(score).length));
  list.style.setProperty("--players", Math.max(1, view.players.length));
  list.style.setProperty("--figures", figures);
  list.dataset.players = view.players.length;
  list.dataset.crowd = view.players.length > 4;
  list.dataset.scored = known.length > 0;
  for (const [seat, player] of view.players.entries()) {
    let panel = [...list.children].find((child) => child.dataset.player === player);
    panel ??= el("li.panel", { "data-player": player });
    if (list.children[seat] !== panel) list.insertBefore(panel, list.children[seat] ?? null);
    const score = scores[player];
    const change = view.state ? (game.change?.(view, player) ?? null) : null;
    const hand = view.state ? game.hand?.(view, player) : undefined;
    const turn = view.state?.turn === player && !view.result;
    const claims = Boolean(view.state && view.phase !== "over" && game.claims?.(view, player));
    const leads = score !== null && score === most && most > 0;
    panel.dataset.first = first.includes(player) && !view.result;
    panel.dataset.turn = turn;
    panel.dataset.winner = winners.includes(player);
    const numbers = view.state ? game.seat(view, player, words) : null;
    const card = [score, change, hand, turn, claims, leads, first.includes(player), numbers?.outerHTML, view.language];
    fill(panel, card, () => [
      el(
        "div.who", {}, leads ? icon("crown", words.leads) : null, nameOf(player),
        claims ? el("span.tag", {}, icon("hand"), el("span", {}, words.claims)) : null,
        turn ? el("span.tag", {}, words.turn) : null,
        change === null ? null : el(`span.change.${change > 0 ? "right" : change < 0 ? "wrong" : "none"}`, {}, change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0"),
      ),
      score === null ? null : el("div.score", {}, el("b.digits", {}, score)),
      numbers,
      hand === undefined || hand === null ? null : el("span.hand", {}, words.hand(hand)),
    ]);
  }
  while (list.children.length > view.players.length) list.lastElementChild.remove();
}

function drawResult(view, words, say) {
  const { winners, ranking, scores } = view.result;
  const together = scores && "left" in scores;
  const place = (index) => 1 + ranking.slice(0, index).reduce((sum, tied) => sum + tied.length, 0);
  return el(
    "div.result", {},
    icon("clover"),
    together
      ? el("p.kicker", {}, winners.length ? words.won : `${words.notWon}: ${scores.left} ${words.left}`)
      : [
          el("p.kicker", {}, winners.length > 1 ? words.winners : words.winner),
          el("div.winners", { "data-count": winners.length }, winners.map(nameOf)),
          el(
            "ol.ranking", {},
            ranking.map((tied, index) =>
              tied.map((player) => el("li", {}, el("span.place", {}, words.place(place(index))), nameOf(player), el("b", {}, at(scores, player) ?? ""))),
            ),
          ),
        ],
    el(
      "div.next-game", {},
      el("button.action.strong", { type: "button", onclick: () => again(say, words) }, words.again),
      el("button.action", { type: "button", onclick: () => openSetUp() }, words.change),
    ),
  );
}

function drawStage(view, words, say) {
  const stage = place("stage");
  stage.dataset.game = view.game ?? "";
  stage.dataset.phase = view.phase;
  if (view.result) {
    fill(stage, ["result", view.result, view.language], () => drawResult(view, words, say));
  } else if (!view.game || !view.state) {
    fill(stage, ["none", view.phase, view.language], () =>
      el("div.quiet-stage", {}, icon("clover"), el("h2", {}, view.phase === "setup" ? words.setUp : words.noGame), el("p.hint", {}, words.setUpHint), el("a.action.to-practice", { href: "/practice" }, icon("hand"), words.practice.title)),
    );
  } else if (view.pads) {
    fill(stage, ["pads", view.pads, view.language], () => drawAskedPad(view.pads, words));
  } else {
    gameOf(view).draw(stage, view, words);
  }
}

/** Once for each game: which pad lies under which target. */
function drawAskedPad({ target, number, of }, words) {
  const name = words.stacks[target] ?? words[target] ?? target;
  const sign = words.stacks[target] ? (target.startsWith("up") ? "up" : "down") : target;
  return el("div.quiet-stage.asked-pad", {}, icon(sign), el("h2", {}, words.pressPad(name)), el("p.hint", {}, `${number} / ${of} · ${words.padsAsUsual}`));
}

/** Before the first view. */
export function drawWaiting(words) {
  fill(place("stage"), ["waiting"], () => el("div.quiet-stage", {}, icon("clover"), el("p.hint", {}, words.waiting)));
}

/** Draw the view; say tells people what became of a line. */
export function drawBoard(view, say) {
  const words = wordsOf(view.language);
  entitle(view.language ?? "en", `${view.simulated ? `${words.simulated} · ` : ""}${view.title || words.title}`);
  document.body.dataset.seq = view.seq;
  document.body.dataset.phase = view.phase;
  document.body.dataset.asking = Boolean(view.question);
  drawBar(view, words);
  drawWarnings(view, words);
  drawStage(view, words, say);
  drawRibbon(view);
  drawQuestion(view, words, say);
  drawPlayers(view, words);
}
