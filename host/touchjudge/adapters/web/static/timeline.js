// The touches of a round on an axis: how far apart they really were, and the band in which no order can be told.

import { el, icon } from "./dom.js";
import { milliseconds } from "./words.js";

const ROOM = 0.06; // left free at both ends, of the length of the axis
const SHORTEST_US = 2_000;

/** The axis; null with fewer than two times, where there is nothing to compare. */
export function timeline(touches, language, words) {
  const timed = touches.filter((touch) => touch.reaction_us !== null && touch.reaction_us !== undefined);
  if (timed.length < 2) return null;
  const first = timed[0];
  const length = Math.max(SHORTEST_US, timed.at(-1).reaction_us - first.reaction_us);
  const at = (us) => 100 * (ROOM + ((1 - 2 * ROOM) * (us - first.reaction_us)) / length);
  // Two touches are a dead heat when their gap is not above the sum of their bounds.
  const close = Math.max(...timed.slice(1).map((touch) => touch.bound_us)) + first.bound_us;
  const band = el("i.band", { title: words.deadHeatHint, "data-met": String(Boolean(first.dead_heat)) });
  band.style.left = `${at(first.reaction_us)}%`;
  band.style.width = `${Math.min(100 - at(first.reaction_us), at(first.reaction_us + close) - at(first.reaction_us))}%`;
  const marks = timed.map((touch) => {
    const mark = el("span.at", { "data-spot": touch.spot }, touch.spot ? icon(touch.spot) : null);
    mark.style.left = `${at(touch.reaction_us)}%`;
    return mark;
  });
  return el(
    "div.timeline", { role: "img", "aria-label": timed.map((touch) => `${touch.player ?? words.who} ${milliseconds(touch.reaction_us, language)} ${words.ms}`).join(", ") },
    el("div.axis", {}, band, marks),
    el("div.scale", {}, el("span", {}, milliseconds(first.reaction_us, language)), el("b", {}, `${milliseconds(timed.at(-1).reaction_us - first.reaction_us, language)} ${words.ms}`), el("span", {}, milliseconds(timed.at(-1).reaction_us, language))),
  );
}
