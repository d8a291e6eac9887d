// Practice against simulated players: a card, hands from all sides, and the referee's own ruling. No rule stands here:
// the round as it was goes to the table's host, whose referee judges it as any other.

import { at, el, fill, icon, nameOf } from "../dom.js";
import { PAID, TARGETS, drawTouches } from "../games/touches.js";
import schwein_gehabt, { roundOf } from "../games/schwein_gehabt.js";
import { kept, keep } from "./kept.js";
import { boundTold, measure } from "./stamps.js";
import { keysOf, table } from "./table.js";
import { Turn } from "./turn.js";

const WAIT_MS = [900, 2600];
const OPEN_MS = 3000; // the card lies so long, and so long after the last hand of others or of the person
const AFTER_OTHERS_MS = 800;
const AFTER_OWN_MS = 1000;
const LONGEST_MS = 8000;
const MOST_TOUCHES = 32;
const TOLD = new Set([...Object.keys(PAID), "too_late", "no_sandwich", "jackpot_added", "out_of_round", "anticipation", "assumed"]);
const MARKS = { ok: "right", foul: "wrong", info: "info", over: "flag" };
const TRIES = 3;
const AGAIN_MS = 700;

/** Begin; gives what keys do here. */
export function practiseWithOthers({ place, facts, words, chance }) {
  const [fewest, most] = facts.players;
  const settings = settled(kept().game);
  const felt = table(place, words, { touched, go });
  let phase = "begin";
  let game = null; // the newest answer: {me, view, kept, next}
  let told = null; // the round that was sent last
  let turn = null;
  let closing = null;
  let problem = "";
  let games = 0;
  measure().then(draw);

  function settled(found) {
    const name = typeof found?.name === "string" ? found.name.trim().slice(0, 40) : "";
    const players = Number.isInteger(found?.players) ? Math.min(most, Math.max(fewest, found.players)) : 4;
    return { name, players, free_choice: found?.free_choice === true };
  }

  // ---- the host

  async function judge(round) {
    const body = JSON.stringify({ seed: chance.seed + games, name: settings.name || words.practice.guest, players: settings.players, free_choice: settings.free_choice, ...round });
    for (let tries = 1; ; tries += 1) {
      let wait = AGAIN_MS;
      try {
        const response = await fetch("/api/practice", { method: "POST", headers: { "Content-Type": "application/json" }, body });
        const answer = await response.json();
        if (response.ok) return { answer };
        if (![429, 503].includes(response.status)) return { error: answer.error };
        wait = 1000 * (answer.wait_s ?? 1);
      } catch {
        // Nobody there; a round changes nothing, so it may be sent again.
      }
      if (tries === TRIES) return { error: words.notReached };
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  async function send(round) {
    told = round;
    enter("judging");
    const { answer, error } = await judge(round);
    problem = error ?? "";
    if (error !== undefined) return enter("failed");
    game = answer;
    if (answer.view.question) return enter("asked");
    if (answer.view.result) return enter("over");
    return enter(round.touches ? "shown" : "ready");
  }

  // ---- what goes on

  function enter(next) {
    phase = next;
    draw();
  }

  function go() {
    if (phase === "ready" || phase === "shown") wait();
    else if (phase === "open") close();
    else if (phase === "over") enter("begin");
    else if (phase === "failed") send(told);
  }

  function wait() {
    problem = "";
    felt.clear();
    turn = new Turn(chance.between(...WAIT_MS), () => felt.showCard(game.next.card), opened);
    enter("waiting");
  }

  function opened() {
    const { others } = game.next;
    for (const hand of others) if (hand.reaction_us >= 0) turn.after(hand.reaction_us / 1000, () => felt.lay(hand.spot, hand.player, false));
    closeAfter(Math.max(OPEN_MS, (others.at(-1)?.reaction_us ?? 0) / 1000 + AFTER_OTHERS_MS));
    enter("open");
  }

  function closeAfter(reactionMs) {
    clearTimeout(closing?.timer);
    const ms = Math.min(LONGEST_MS, Math.max(closing?.ms ?? 0, reactionMs));
    closing = { ms, timer: turn.after(ms, close) };
  }

  function touched(spot, stamp) {
    if (!["waiting", "open"].includes(phase) || turn.touches.length >= MOST_TOUCHES) return;
    turn.touch(spot, stamp);
    felt.lay(spot, settings.name || words.practice.guest, true);
    if (phase === "open") closeAfter(turn.reaction(stamp) + AFTER_OWN_MS);
  }

  function close() {
    const bound_us = Math.ceil(1000 * turn.bound);
    const touches = turn.touches.map((touch) => ({ spot: touch.spot, reaction_us: Math.round(1000 * turn.reaction(touch.at)), bound_us }));
    end();
    send({ kept: game.kept, touches });
  }

  function end() {
    turn?.end();
    turn = closing = null;
  }

  function begin() {
    games += 1;
    keep({ game: settings });
    felt.clear();
    felt.go.focus({ preventScroll: true });
    send({});
  }

  function answer(index) {
    if (phase !== "asked" || index >= game.view.question.options.length) return false;
    send({ ...told, answers: [...(told.answers ?? []), index] });
    return true;
  }

  function away() {
    if (!["waiting", "open"].includes(phase)) return;
    end();
    felt.clear();
    problem = words.practice.outOfSight;
    enter("ready");
  }

  // ---- what is seen

  const BUTTONS = { ready: "turn", waiting: "wait", open: "thatWasAll", judging: "judging", shown: "next", over: "newGame", failed: "tryAgain", begin: "begin" };

  function draw() {
    const view = game?.view;
    felt.stand({ phase, button: phase === "asked" ? words.question : words.practice[BUTTONS[phase]], ready: !["waiting", "judging", "asked"].includes(phase) });
    if (phase === "begin") return drawBegin();
    felt.showNumbers(at(view?.state.numbers, game?.me) ?? [], words.practice.yourNumbers);
    if (["ready", "waiting"].includes(phase)) felt.showCard(null);
    const [question, ruling, touches, seats, foot] = newsParts();
    fill(question, [phase === "asked" && view.question, words.language], () => phase === "asked" && drawQuestion(view.question));
    const settledNow = ["shown", "over", "asked"].includes(phase) && view;
    fill(ruling, [phase, problem, settledNow && view.rulings, words.language], () => drawRuling(settledNow));
    touches.hidden = !settledNow;
    if (settledNow) drawTimes(touches, view);
    if (view) fill(seats, [view.scores, settledNow && view.rulings, game.me, words.language], () => view.players.map((player) => seat(view, player, settledNow)));
    drawFoot(foot);
  }

  function newsParts() {
    fill(felt.news, ["news"], () => [
      el("section", { id: "question", role: "group", "aria-live": "assertive" }), el("div.ruling", { role: "status" }), el("div.touches"), el("ul.seats"), el("div.foot"),
    ]);
    const [question, ...others] = felt.news.children;
    question.hidden = phase !== "asked";
    return [question, ...others];
  }

  function drawQuestion(asked) {
    return [
      el("p.asked", { dir: "auto" }, icon("ask"), asked.say),
      el("div.answers", {}, asked.options.map((option, index) =>
        el("button.answer", { type: "button", onclick: () => answer(index) }, el("kbd", { "aria-hidden": "true" }, index + 1), el("span", { dir: "auto" }, option.label)))),
    ];
  }

  /** What the referee says of this round, the own part first and large. */
  function drawRuling(view) {
    if (problem) return el("p.say", { "data-verdict": "info" }, icon("info"), problem);
    if (!view) return el("p.hint", {}, phase === "open" ? words.practice.now : phase === "ready" ? words.practice.how : "");
    // All that the view has is of this round, also what came before its card.
    const rulings = view.rulings.filter((ruling) => TOLD.has(ruling.code) || ruling.verdict === "over");
    const times = new Map();
    for (const ruling of rulings) times.set(ruling.say, [...(times.get(ruling.say) ?? []), ruling]);
    const said = [...times.values()].map(([ruling, ...more]) => ({ ...ruling, say: more.length ? `${ruling.say} × ${1 + more.length}` : ruling.say }));
    const own = said.filter((ruling) => ruling.player === game.me);
    const others = said.filter((ruling) => ruling.player !== game.me);
    if (view.result) own.unshift(winners(view));
    if (!own.length && !view.question) own.push({ verdict: "info", say: others.length ? words.practice.notYours : words.practice.nobodyTouched });
    const line = (name) => (ruling) => el(`p.${name}`, { "data-verdict": ruling.verdict, dir: "auto" }, icon(MARKS[ruling.verdict] ?? "info"), el("span", {}, ruling.say));
    return [own.map(line("say")), others.map(line("aside"))];
  }

  function winners(view) {
    const won = view.result.winners.includes(game.me);
    return { verdict: "over", say: won ? words.youWon : `${view.result.winners.length > 1 ? words.winners : words.winner}: ${view.result.winners.join(", ")}` };
  }

  function drawTimes(box, view) {
    const told = view.touches.filter((touch) => touch.spot !== null);
    // Nobody races with himself.
    const race = new Set(told.filter((touch) => touch.dead_heat).map((touch) => touch.player)).size > 1;
    const list = told.map((touch) => ({ ...touch, dead_heat: touch.dead_heat && race, attribution: touch.stamped === "browser" ? "browser" : null }));
    const pile = roundOf(view).findLast((ruling) => ["sandwich", "lowest_hand"].includes(ruling.code) && ruling.player);
    drawTouches(box, { list, hint: [words.practice.nobodyTouched], crowned: pile ? { player: pile.player, kicker: words[pile.code] } : null }, view, words);
  }

  function seat(view, player, settledNow) {
    // Which numbers are on the card is shown when the round is over, not while people look for it.
    const quiet = { ...view, rulings: [], state: { ...view.state, phase: "reveal" } };
    const change = settledNow ? schwein_gehabt.change(view, player) : null;
    return el(
      "li.seat", { "data-own": String(player === game.me), "data-winner": String(Boolean(view.result?.winners.includes(player))) },
      nameOf(player),
      schwein_gehabt.seat(settledNow ? view : quiet, player, words),
      change ? el(`span.change.${change > 0 ? "right" : "wrong"}`, {}, change > 0 ? `+${change}` : `−${-change}`) : el("span"),
      el("b.score-figure", {}, at(view.scores, player) ?? 0),
    );
  }

  function drawFoot(foot) {
    const { state } = game?.view ?? {};
    const bound = boundTold(words);
    fill(foot, [state?.deck, state?.jackpot, bound, phase, words.language], () => [
      state && el("p.piles-told", {}, el("span", {}, `${words.deck} `, el("b", {}, state.deck)), el("span", {}, `${words.jackpot} `, el("b", {}, state.jackpot))),
      el("p.bound", {}, icon("screen"), bound),
      !["begin", "waiting", "open"].includes(phase) && el("button.quiet.new-game", { type: "button", onclick: () => enter("begin") }, words.practice.newGame),
    ]);
  }

  function drawBegin() {
    felt.showNumbers([], "");
    felt.showCard(null);
    fill(felt.news, ["begin", settings, words.language], () => {
      const name = el("input", { id: "practice-name", maxlength: 40, autocomplete: "off", dir: "auto", placeholder: words.practice.guest, value: settings.name });
      const count = el("output", {}, settings.players - 1);
      const step = (by, label) => el("button.key.step", { type: "button", "aria-label": label, onclick() {
        settings.players = Math.min(most, Math.max(fewest, settings.players + by));
        count.textContent = settings.players - 1;
      } }, by > 0 ? "+" : "−");
      const free = el("input", { type: "checkbox", id: "free-choice", checked: settings.free_choice, "aria-describedby": "free-choice-why" });
      return el(
        "form.begin", { onsubmit(event) {
          event.preventDefault();
          settings.name = name.value.trim();
          settings.free_choice = free.checked;
          begin();
        } },
        el("div.legend", { "aria-hidden": "true" }, TARGETS.map((spot) => el("span", {}, icon(spot), keysOf(spot)))),
        el("p.how", {}, words.practice.how),
        el("p.hint", {}, words.practice.keys),
        el("div.field", {}, el("label", { for: "practice-name" }, words.yourName), name),
        el("div.field", { role: "group", "aria-label": words.practice.simulatedPlayers }, el("span", {}, words.practice.simulatedPlayers), el("span.stepper", {}, step(-1, words.practice.fewer), count, step(1, words.practice.more))),
        el("div.field.check", {}, free, el("div", {}, el("label", { for: "free-choice" }, words.practice.freeChoice), el("p.hint", { id: "free-choice-why" }, facts.free_choice))),
        el("button.action.strong.begin-button", { type: "submit" }, words.practice.begin),
      );
    });
  }

  draw();
  return { touch: touched, go, answer, away, leave: end };
}
