// Who touched what and when: the first large, the others with their gaps, all on an axis. For every game of reactions.

import { el, fill, frame, icon, nameOf } from "../dom.js";
import { timeline } from "../timeline.js";
import { milliseconds } from "../words.js";

export const TARGETS = ["mushroom", "pig", "sweep"];
export const PAID = { drew_right: 1, sandwich: 1, lowest_hand: 1, drew_wrong: -1, wrong_slap: -1 };
const SOURCES = { sensed: "pad", claimed: "hand", inferred: "infers", declared: "says", browser: "screen" };

function source(touch, words) {
  if (!touch.attribution) return null;
  return el("span.source", { "data-attribution": touch.attribution }, icon(SOURCES[touch.attribution] ?? "info"), el("span.word", {}, words[touch.attribution] ?? touch.attribution));
}

function mark(touch, words) {
  if (!touch.ruling || !Object.hasOwn(PAID, touch.ruling)) return null;
  const right = PAID[touch.ruling] > 0;
  return el(`span.mark.${right ? "right" : "wrong"}`, {}, icon(right ? "right" : "wrong", right ? words.right : words.wrong));
}

function reaction(touch, view, words) {
  if (touch.reaction_us === null || touch.reaction_us === undefined) return el("span.time", {}, words.noTime);
  const bound = touch.bound_us >= 100 ? ` ±${milliseconds(touch.bound_us, view.language)}` : "";
  return el("span.time", {}, el("b", {}, milliseconds(touch.reaction_us, view.language)), bound, el("span.unit", {}, ` ${words.ms}`));
}

function spotIcon(spot, words) {
  return TARGETS.includes(spot) ? icon(spot, words[spot]) : icon("hand");
}

/** How far behind the first touch. */
function gap(touch, index, view, words) {
  if (index === 0 || touch.gap_us === null || touch.gap_us === undefined) return el("span.gap");
  return el("span.gap", {}, `+${milliseconds(touch.gap_us, view.language)}`, el("span.unit", {}, ` ${words.ms}`));
}

function toucher(touch, words) {
  return touch.player === null ? el("span.name.nobody", {}, words.who) : nameOf(touch.player);
}

/** How many touches share the first place: one, or all of a dead heat with the first. */
function leading(list) {
  if (!list.length || !list[0].dead_heat) return Math.min(1, list.length);
  const end = list.findIndex((touch) => !touch.dead_heat);
  return end < 0 ? list.length : end;
}

function hero(touch, view, words) {
  return el(
    "div.first", { "data-spot": touch.spot, "data-player": touch.player },
    spotIcon(touch.spot, words),
    el("div.who", {}, toucher(touch, words), el("div.detail", {}, reaction(touch, view, words), source(touch, words))),
    mark(touch, words),
  );
}

function row(touch, index, view, words) {
  return el(
    "li.touch", { "data-spot": touch.spot, "data-player": touch.player },
    el("span.place", {}, words.place(index + 1)),
    spotIcon(touch.spot, words),
    toucher(touch, words),
    source(touch, words),
    touch.dead_heat && el("span.source.heat", { title: words.deadHeatHint }, icon("heat", words.deadHeat)),
    el("span.when", {}, reaction(touch, view, words), gap(touch, index, view, words)),
    mark(touch, words),
  );
}

/**
 * First and large who was first, then the others with their gaps.
 *
 * about: {list, hint, crowned}. hint is shown where nobody has touched anything; crowned, where there is one, stands in the
 * first place whoever was faster: {player, kicker}.
 */
export function drawTouches(place, { list, hint, crowned = null }, view, words) {
  if (!list.length && !crowned) {
    fill(place, ["none", hint, view.language], () => el("p.hint", {}, hint.map((part) => (part.player === undefined ? part : nameOf(part.player)))));
    return;
  }
  const first = crowned ? 0 : leading(list);
  const [heat, heroes, rest, axis] = frame(place, "order", ["heat-place", "heroes", "rest-place", "axis-place"]);
  fill(heat, [first > 1, view.language], () => first > 1 && el("p.dead-heat", {}, icon("heat"), el("b", {}, words.deadHeat), ` ${words.deadHeatHint}`));
  heroes.dataset.count = Math.max(1, first);
  fill(heroes, [crowned ?? list.slice(0, first), view.language], () => (crowned ? crownedHero(crowned) : list.slice(0, first).map((touch) => hero(touch, view, words))));
  rest.dataset.many = list.length > 4;
  fill(rest, [list, first, view.language], () => list.length > first && el("ol.rest", {}, list.slice(first).map((touch, index) => row(touch, first + index, view, words))));
  fill(axis, [list, view.language], () => timeline(list, view.language, words));
}

function crownedHero({ player, kicker }) {
  return el("div.first", { "data-player": player }, icon("hand"), el("div.who", {}, el("span.kicker", {}, kicker), nameOf(player)));
}
