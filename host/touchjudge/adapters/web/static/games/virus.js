// Virus!: everyone's body, organ by organ, with what lies on each.

import { at, el, fill, icon, nameOf } from "../dom.js";

function condition(cards) {
  if (cards.some((card) => card.startsWith("virus"))) return "infected";
  return ["free", "vaccinated", "immunised"][Math.min(cards.length, 2)];
}

/** One player's body; the bodies of all are drawn alike, on the board and on phones. */
function bodyOf(view, player, words) {
  return el(
    "div.body", { "data-player": player, "data-turn": view.state.turn === player },
    nameOf(player),
    el(
      "ul.organs", {},
      Object.entries(at(view.state.bodies, player) ?? {}).map(([organ, cards]) => {
        const how = condition(cards);
        return el(
          "li.organ", { "data-organ": organ, "data-condition": how },
          icon(organ, `${words.colours[organ] ?? organ}: ${words.organ[how]}`),
          el("span.on", {}, cards.map((card) => icon(card.startsWith("virus") ? "virus" : "medicine"))),
        );
      }),
    ),
  );
}

function stage(view, words) {
  const { draw_pile: pile, discards = [] } = view.state;
  return el(
    "div.virus", {},
    el("div.bodies", {}, view.players.map((player) => bodyOf(view, player, words))),
    el(
      "div.facts", {},
      el("p.fact", { "data-fact": "draw_pile" }, el("b.figure", {}, pile), words.drawPile),
      el("p.fact", { "data-fact": "discards" }, el("b.figure", {}, discards.length), words.discards),
    ),
  );
}

/** All bodies for a phone: the own one large, then those of the others in the order of their turns. */
export function bodies(view, me, words) {
  const own = view.players.indexOf(me);
  const others = [...view.players.slice(own + 1), ...view.players.slice(0, own)];
  return [
    el("div.own-body", {}, bodyOf(view, me, words)),
    el("div.other-bodies", {}, others.map((player) => bodyOf(view, player, words))),
  ];
}

export default {
  draw(place, view, words) {
    fill(place, [view.game, view.state, view.language], () => stage(view, words));
  },
  seat: () => null,
  hand: (view, player) => at(view.state.hands, player),
};
