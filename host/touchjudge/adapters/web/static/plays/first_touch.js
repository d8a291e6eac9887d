// First touch by hand: the signal, who touched, who gets the point.

import { el, icon, nameOf } from "../dom.js";
import { key, stepwise } from "./parts.js";

export default function first_touch({ view, words, tell, me }) {
  const { phase, touches } = view.state;
  return stepwise("first-touch-play", words.whoIsFirst, () => {
    const begin = [
      key(words.arm, () => tell([{ do: "arm" }]), { kind: "action", off: phase !== "idle" }),
      key(words.go, () => tell([{ do: "go" }]), { kind: "action", off: phase === "open" }),
    ];
    if (me) {
      const done = touches.some((touch) => touch.player === me);
      return [
        el("button.claim-button", { type: "button", disabled: phase !== "open", "data-claimed": String(done), onclick: () => tell([{ do: "touch", player: me }]) }, icon("hand"), el("span", {}, words.claimMine)),
        el("div.row", {}, begin),
      ];
    }
    return [
      el("h2", {}, words.whoIsFirst),
      el("div.row", {}, begin, key(words.settle, () => tell([{ do: "settle" }]), { kind: "action" })),
      el("div.row", {}, view.players.map((player) => key([icon("hand"), nameOf(player)], () => tell([{ do: "touch", player }]), { kind: "action", off: phase === "idle" && view.options.signal !== "none" }))),
      el("div.row", {}, el("span", {}, words.point), view.players.map((player) => key(["+1 ", nameOf(player)], () => tell([{ do: "award", player }]), { kind: "action", name: `${words.point} ${player}` }))),
    ];
  });
}
