// One card: a wait that nobody can foresee, the card, the touches. The same for both ways to practise.

import { showAt } from "./stamps.js";

export class Turn {
  #timers = [];
  #gone = false;

  /** draw shows the card; shown is called once it can be seen, as this turn's start. */
  constructor(waitMs, draw, shown) {
    this.touches = []; // {spot, at}, by the browser's clock
    this.at = null; // when the card can be seen from
    this.bound = null;
    this.later(waitMs, async () => {
      const { at, bound } = await showAt(() => this.#gone || draw());
      if (this.#gone) return;
      this.at = at;
      this.bound = bound;
      shown();
    });
  }

  touch(spot, at) {
    this.touches.push({ spot, at });
  }

  /** From the moment the card can be seen, in ms; negative before it. */
  reaction(at) {
    return at - this.at;
  }

  /** Do something in so many ms, unless the turn is over by then. */
  later(ms, act) {
    const timer = setTimeout(() => this.#gone || act(), Math.max(0, ms));
    this.#timers.push(timer);
    return timer;
  }

  /** So many ms after the card was shown. */
  after(reactionMs, act) {
    return this.later(this.at + reactionMs - performance.now(), act);
  }

  end() {
    this.#gone = true;
    this.#timers.forEach(clearTimeout);
  }
}
