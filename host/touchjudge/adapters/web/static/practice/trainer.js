// Practice alone: the screen turns a card after a wait that nobody can foresee; the own time, the best, the last ten.
// What was sooner than anyone can react, or on the wrong target, is said and not counted.

import { el, fill, icon } from "../dom.js";
import { TARGETS } from "../games/touches.js";
import { keep, kept } from "./kept.js";
import { boundTold, measure } from "./stamps.js";
import { table } from "./table.js";
import { Turn } from "./turn.js";

const WAIT_MS = [1000, 3500];
const OPEN_MS = 5000;
const LAST = 10;
const LONGEST_MS = 5000;

// Each exercise makes a card on which one target is the right one, whatever the rules of any game.
const EXERCISES = {
  slap: { card: (spot) => `touch:${spot}` },
  find: {
    card(spot, number, chance) {
      const other = () => 1 + ((number + chance.below(7)) % 8);
      return `symbol:${TARGETS.map((target) => (target === spot ? number : other())).join("-")}`;
    },
  },
};

const isTime = (ms) => typeof ms === "number" && ms > 0 && ms <= LONGEST_MS;

/** {best, last}: the own times of an exercise in ms, as far as what was kept makes sense. */
function timesOf(exercise) {
  const found = kept().times?.[exercise];
  const last = Array.isArray(found?.last) ? found.last.filter(isTime).slice(-LAST) : [];
  return { best: isTime(found?.best) ? found.best : last.length ? Math.min(...last) : null, last };
}

export function median(times) {
  if (!times.length) return null;
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function practiseAlone({ place, facts, words, chance }) {
  const felt = table(place, words, { touched, go });
  const number = 1 + chance.below(8);
  let exercise = Object.hasOwn(EXERCISES, kept().exercise) ? kept().exercise : "slap";
  let phase = "ready";
  let turn = null;
  let right = null;
  let outcome = null; // {code, ms, bound}: of the card before
  let lasting = true;
  let sure = false; // asked whether to forget the times
  measure().then(draw);

  function go() {
    if (phase !== "ready") return;
    felt.clear();
    outcome = null;
    sure = false;
    right = TARGETS[chance.below(TARGETS.length)];
    const card = EXERCISES[exercise].card(right, number, chance);
    turn = new Turn(chance.between(...WAIT_MS), () => felt.showCard(card), opened);
    enter("waiting");
  }

  function opened() {
    turn.after(OPEN_MS, () => finish({ code: "missed" }));
    enter("open");
  }

  function touched(spot, at) {
    if (phase !== "waiting" && phase !== "open") return;
    felt.lay(spot, words.practice.you, true);
    // Also while the card is being drawn: nobody has seen it then.
    if (phase === "waiting") return finish({ code: "tooEarly" });
    const ms = turn.reaction(at);
    const said = { ms, bound: turn.bound };
    if (1000 * ms < facts.anticipation_us) return finish({ ...said, code: "anticipated" });
    if (spot !== right) return finish({ ...said, code: "wrongTarget" });
    return count(said);
  }

  function count(said) {
    const { best, last } = timesOf(exercise);
    const isBest = best !== null && said.ms < best;
    const own = { best: best === null ? said.ms : Math.min(best, said.ms), last: [...last, said.ms].slice(-LAST) };
    lasting = keep({ times: { ...kept().times, [exercise]: own } });
    finish({ ...said, code: isBest ? "newBest" : "counted" });
  }

  function finish(said) {
    outcome = said;
    end();
    enter("ready");
  }

  function end() {
    turn?.end();
    turn = null;
  }

  function enter(next) {
    phase = next;
    draw();
  }

  function away() {
    if (phase === "ready") return;
    finish({ code: "outOfSight" });
  }

  function choose(name) {
    end();
    felt.clear();
    exercise = name;
    outcome = null;
    keep({ exercise });
    enter("ready");
    felt.go.focus({ preventScroll: true }); // the next key turns a card
  }

  function forget() {
    if (sure) {
      keep({ times: {} });
      outcome = null;
    }
    sure = !sure;
    draw();
  }

  // ---- what is seen

  const whole = (ms) => new Intl.NumberFormat(words.language).format(Math.round(ms));

  function draw() {
    const button = { ready: outcome ? words.practice.next : words.practice.turn, waiting: words.practice.wait, open: words.practice.now }[phase];
    felt.stand({ phase: phase === "ready" && outcome ? "told" : phase, button, ready: phase === "ready" });
    felt.showNumbers(exercise === "find" ? [number] : [], words.practice.yourNumber);
    if (phase !== "open" && !shown()) felt.showCard(null);
    fill(felt.news, ["trainer"], () => [el("div.exercises", { role: "group", "aria-label": words.practice.exercise }), el("div.time-told", { role: "status" }), el("dl.own-facts"), el("div.last-place"), el("div.foot")]);
    const [exercises, told, own, last, foot] = felt.news.children;
    fill(exercises, [exercise, words.language], () => Object.keys(EXERCISES).map((name) =>
      el("button.way", { type: "button", "aria-pressed": String(name === exercise), onclick: () => choose(name) }, words.practice.exercises[name])));
    fill(told, [phase, outcome, words.language], drawTold);
    const times = timesOf(exercise);
    fill(own, [times, words.language], () => [fact(words.practice.best, times.best), fact(words.practice.median, median(times.last))]);
    fill(last, [times.last, words.language], () => times.last.length > 0 && drawLast(times));
    fill(foot, [times.last.length, sure, lasting, boundTold(words)], () => [
      el("p.bound", {}, icon("screen"), boundTold(words)),
      !lasting && el("p.hint", {}, words.practice.notKept),
      hasTimes() && el("button.quiet.forget", { type: "button", onclick: forget }, sure ? words.really : words.practice.forget),
    ]);
  }

  /** A card that was touched stays in sight until the next one; one that nobody has seen yet is not shown. */
  const shown = () => outcome !== null && outcome.code !== "tooEarly" && outcome.code !== "outOfSight";
  const hasTimes = () => Object.keys(EXERCISES).some((name) => timesOf(name).best !== null);

  function drawTold() {
    if (phase === "waiting") return el("p.hint", {}, words.practice.wait);
    if (phase === "open") return el("p.hint", {}, words.practice.now);
    if (!outcome) return el("p.hint", {}, words.practice.tasks[exercise]);
    const counts = outcome.code === "counted" || outcome.code === "newBest";
    return [
      outcome.ms !== undefined && el("p.huge", { "data-counts": String(counts) }, el("b", {}, whole(outcome.ms)), el("span.unit", {}, ` ${words.ms}`)),
      outcome.ms !== undefined && el("p.within", {}, `± ${whole(Math.ceil(outcome.bound))} ${words.ms} · ${words.browser}`),
      outcome.code !== "counted" && el("p.verdict", { "data-code": outcome.code }, icon(outcome.code === "newBest" ? "crown" : "wrong"), el("span", {}, words.practice[outcome.code], !counts && ` · ${words.practice.notCounted}`)),
    ].filter(Boolean);
  }

  function fact(label, ms) {
    return el("div", {}, el("dt", {}, label), el("dd", {}, ms === null ? "–" : [el("b", {}, whole(ms)), el("small", {}, ` ${words.ms}`)]));
  }

  function drawLast({ best, last }) {
    const longest = Math.max(...last);
    return [
      el("h2", {}, words.practice.lastTen),
      el("ol.last", {}, last.map((ms) => {
        const bar = el("li", { "data-best": String(ms === best) }, el("i", { "aria-hidden": "true" }), el("span", {}, whole(ms)));
        bar.style.setProperty("--part", ms / longest);
        return bar;
      })),
    ];
  }

  draw();
  return { touch: touched, go, answer: () => false, away, leave: end };
}
