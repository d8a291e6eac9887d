// The Game and The Game: Extreme: four stacks, what is in force, what this turn laid, what is left.

import { at, el, fill, icon } from "../dom.js";

const STACKS = ["up1", "up2", "down1", "down2"];

/** What the turn still owes, by the newest ruling of whoever is to move. */
function owed(view, words) {
  const newest = view.rulings.findLast(({ verdict, effects }) => verdict === "ok" && (effects.owes || effects.next));
  if (!newest?.effects.owes || newest.effects.next || newest.player !== view.state.turn) return [];
  return newest.effects.owes.map((duty) => {
    const [kind, what] = duty.split(":");
    if (kind === "cover") return `${words.commands.skull} (${words.stacks[what] ?? what})`;
    return kind === "exactly" ? words.owesExactly(Number(what)) : words.owesCards(Number(what));
  });
}

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
      el("ul.owed", {}, owed(view, words).map((duty) => el("li", {}, duty))),
    ),
  );
}

export default {
  draw(place, view, words) {
    fill(place, [view.game, view.state, view.n, view.language], () => stage(view, words));
  },
  seat: () => null,
  hand: (view, player) => at(view.state.hands, player),
};
