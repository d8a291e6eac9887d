// Any game that has no stage of its own yet: the newest rulings in words, which every game has.

import { el } from "../dom.js";

export default {
  stage(view) {
    return el(
      "ol.sentences", {},
      view.rulings.slice(-6).map((ruling) => el("li", { "data-verdict": ruling.verdict, dir: "auto" }, ruling.say)),
    );
  },
  seat: () => null,
};
