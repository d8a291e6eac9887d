// Any game that has no stage of its own: the newest rulings in words, which every game has.

import { el, fill } from "../dom.js";

const MOST = 6;

export default {
  draw(place, view) {
    const newest = view.rulings.slice(-MOST);
    fill(place, ["sentences", newest], () =>
      el("ol.sentences", {}, newest.map((ruling) => el("li", { "data-verdict": ruling.verdict, dir: "auto" }, ruling.say))),
    );
  },
  seat: () => null,
};
