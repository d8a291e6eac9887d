// Virus!: everyone's body, organ by organ, with what lies on each.

import { at, el, fill, icon, nameOf } from "../dom.js";

function condition(cards) {
  if (cards.some((card) => card.startsWith("virus"))) return "infected";
  return ["free", "vaccinated", "immunised"][Math.min(cards.length, 2)];
}

function stage(view, words) {
  const { bodies, draw_pile: pile, discards = [] } = view.state;
  return el(
    "div.virus", {},
    el(
      "div.bodies", {},
      view.players.map((player) =>
        el(
          "div.body", { "data-player": player, "data-turn": view.state.turn === player },
          nameOf(player),
          el(
            "ul.organs", {},
            Object.entries(at(bodies, player) ?? {}).map(([organ, cards]) => {
              const how = condition(cards);
              return el(
                "li.organ", { "data-organ": organ, "data-condition": how },
                icon(organ, `${words.colours[organ] ?? organ}: ${words.organ[how]}`),
                el("span.on", {}, cards.map((card) => icon(card.startsWith("virus") ? "virus" : "medicine"))),
              );
            }),
          ),
        ),
      ),
    ),
    el(
      "div.facts", {},
      el("p.fact", { "data-fact": "draw_pile" }, el("b.figure", {}, pile), words.drawPile),
      el("p.fact", { "data-fact": "discards" }, el("b.figure", {}, discards.length), words.discards),
    ),
  );
}

export default {
  draw(place, view, words) {
    fill(place, [view.game, view.state, view.language], () => stage(view, words));
  },
  seat: () => null,
  hand: (view, player) => at(view.state.hands, player),
};
