// First touch: the signal, then who was first and by how much.

import { el, fill, frame, icon, show } from "../dom.js";
import { drawTouches } from "./touches.js";

/** The touches of the round by time, those without a time last. */
function ordered({ touches, go_us: go }) {
  const timed = touches.toSorted((one, other) => (one.t_us ?? Infinity) - (other.t_us ?? Infinity) || 0);
  const first = timed[0];
  return timed.map(({ player, t_us, bound_us }) => {
    const gap = t_us === null || first.t_us === null ? null : t_us - first.t_us;
    const close = gap !== null && gap > 0 && gap <= bound_us + first.bound_us;
    return { spot: null, player, reaction_us: t_us === null || go === null ? null : t_us - go, bound_us: bound_us ?? 1, gap_us: gap, dead_heat: close, attribution: null, ruling: null };
  });
}

function list(state) {
  const touches = ordered(state);
  if (touches.some((touch) => touch.dead_heat)) touches[0].dead_heat = true;
  return touches;
}

export default {
  draw(stage, view, words) {
    const [light, touches] = frame(stage, "first-touch", ["light", "touches"]);
    const { phase } = view.state;
    const shown = phase === "armed" ? [] : list(view.state);
    light.dataset.phase = phase;
    show(light, Boolean(words.signals[phase]) && shown.length === 0);
    fill(light, [phase, view.language], () => [icon(phase === "open" ? "right" : "hand"), el("b", {}, words.signals[phase])]);
    drawTouches(touches, { list: shown, hint: [words.whoIsFirst] }, view, words);
  },
  seat: () => null,
  first: (view) => {
    const [first] = view.state.phase === "armed" ? [] : list(view.state);
    return first && !first.dead_heat ? [first.player] : [];
  },
  round: (view) => view.state.round,
};
