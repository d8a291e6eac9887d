// The Game and The Game: Extreme: four stacks, what is in force, what this turn laid, what is left.

import { at, el, fill, icon } from "../dom.js";

const STACKS = ["up1", "up2", "down1", "down2"];

function stage(view, words) {
  const { stacks, showing = {}, draw_pile: pile, laid_this_turn: laid = [], left, bound } = view.state;
  return el(
    "div.the-game", {},
    el(
      "div.stacks", {},
      STACKS.map((stack) => {
        const command = showing?.[stack] ?? null;
        return el(
          "div.stack", { "data-way": stack.startsWith("up") ? "up" : "down", "data-bound": bound === stack, "data-spot": stack },
          icon(stack.startsWith("up") ? "up" : "down", words.stacks[stack]),
          el("b.figure", {}, stacks[stack]),
          command && el("span.command", {}, words.commands[command] ?? command),
        );
      }),
    ),
    el(
      "div.facts", {},
      el("p.fact", { "data-fact": "left" }, el("b.figure", {}, left), words.left),
      el("p.fact", { "data-fact": "draw_pile" }, el("b.figure", {}, pile), words.drawPile),
      el("p.fact", { "data-fact": "laid" }, el("b.figure", {}, laid.length), words.laid),
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
