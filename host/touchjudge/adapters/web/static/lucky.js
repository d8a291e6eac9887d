// Lucky numbers while a game is set up: dealt in turn, moved by tapping a number and then the player who gets it.

import { el } from "./dom.js";

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8];
let inHand = null;

export const lucky = {
  /** Dealt in turn round the table, as the referee does it by default. */
  deal(players) {
    return new Map(players.map((player, seat) => [player, NUMBERS.filter((number) => (number - 1) % players.length === seat)]));
  },

  /** The number that was tapped and waits for its player. */
  held: () => inHand,

  /** A player's numbers, and a place to put the one in hand; changed gets all numbers anew, or null while one is held. */
  row(player, dealt, words, changed) {
    const own = dealt.get(player) ?? [];
    const from = [...dealt].find(([, numbers]) => numbers.includes(inHand))?.[0] ?? null;
    const give = from !== null && from !== player;
    return el(
      "span.lucky", { role: "group", "aria-label": words.numbers },
      own.map((number) =>
        el("button.key.number", { type: "button", "aria-pressed": String(number === inHand), onclick() {
          inHand = number === inHand ? null : number;
          changed(null);
        } }, number),
      ),
      give && el("button.key.give", { type: "button", "aria-label": words.gets(player, inHand), onclick() {
        const number = inHand;
        inHand = null;
        changed(new Map([...dealt].map(([name, numbers]) => {
          const others = numbers.filter((one) => one !== number);
          return [name, name === player ? [...others, number].sort((a, b) => a - b) : others];
        })));
      } }, `+${inHand}`),
    );
  },
};
