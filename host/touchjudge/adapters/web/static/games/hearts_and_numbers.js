// Hearts and numbers: the open cards in the middle, what must be taken or was taken last, the stack, and the points that
// each player would have if the game ended now.

import { at, el, fill, icon } from "../dom.js";

function face(card, taken, words) {
  const [kind, colour, ...rest] = String(card).split(":");
  const objects = (rest.at(-1) ?? "").split("+").map((object) => at(words.objects, object) ?? object);
  const label = [words.colours[colour] ?? colour, ...rest.slice(0, -1), objects.join("+")].join(" ");
  return el(
    "div.small-card", { "data-suit": colour, "data-taken": taken, role: "img", "aria-label": label },
    kind === "heart" ? icon("heart") : el("b", {}, rest[0]),
    el("span", {}, objects.join(" · ")),
  );
}

function stage(view, words) {
  const { open = [], last_take: take, stack, phase } = view.state;
  const now = phase === "refill"; // they still lie on the table
  return el(
    "div.hearts", {},
    el(
      "div.tables", {},
      el("h2", {}, words.middle), el("div.row", {}, open.length ? open.map((card) => face(card, false, words)) : words.empty),
      take?.length > 0 && [
        el("h2.take", { "data-now": now }, now ? [icon("hand"), ` ${words.takeThese}`] : words.take),
        el("div.row.take", { "data-now": now }, take.map((card) => face(card, true, words))),
      ],
    ),
    el(
      "div.facts", {},
      el("p.fact", { "data-fact": "stack" }, el("b.figure", {}, stack), words.stack),
      phase !== "over" && el("p.fact.note", { "data-fact": "points" }, words.pointsNow),
    ),
  );
}

export default {
  draw(place, view, words) {
    fill(place, [view.game, view.state, view.language], () => stage(view, words));
  },
  seat: () => null,
  score: (view, player) => at(view.state.points, player),
};
