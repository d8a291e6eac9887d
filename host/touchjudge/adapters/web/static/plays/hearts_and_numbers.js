// Hearts and numbers: colour and value by tap, the two objects from those that were seen, or typed. A deck may have other
// values than the one that ships: those that were seen stand beside its five, and one key brings the rest.

import { at, el, icon, nameOf } from "../dom.js";
import { key, stepwise } from "./parts.js";

const COLOURS = ["red", "yellow", "green", "blue", "violet"];
const VALUES = ["heart", "1", "2", "3", "4", "5"];
const HIGHEST_KEY = 20;
const IN_THE_MIDDLE = 6;

/** All cards that lie on the table. */
const cardsSeen = (state) => [...(state.open ?? []), ...Object.values(state.taken ?? {}).flat(), ...(state.last_take ?? [])].filter(Boolean);

/** The objects of all cards that lie on the table. */
const objectsSeen = (state) => [...new Set(cardsSeen(state).flatMap((card) => card.split(":").at(-1).split("+")))].sort();

/** The values to tap: those of the deck that ships and those that were seen; all of them when asked for. */
function valuesOf(state, all) {
  const seen = cardsSeen(state).filter((card) => card.startsWith("number:")).map((card) => card.split(":")[2]);
  const more = all ? Array.from({ length: HIGHEST_KEY }, (_, index) => String(index + 1)) : [];
  const beyond = [...new Set([...seen, ...more])].filter((value) => !VALUES.includes(value));
  return [...VALUES, ...beyond.sort((one, other) => one - other)];
}

/** How many cards the phase asks for. */
function wanted(view) {
  const { phase, open = [] } = view.state;
  if (phase === "deal") return IN_THE_MIDDLE;
  return phase === "refill" ? Math.max(1, IN_THE_MIDDLE - open.length) : 1;
}

export default function hearts_and_numbers({ view, words, tell, me, player, turn }) {
  const { phase } = view.state;
  let colour = null;
  let value = null;
  let allValues = false;
  let objects = [];
  let named = [];
  const seen = objectsSeen(view.state);
  return stepwise("hearts-play", words.play, (again) => {
    const heading = el("h2", {}, phase === "turn" ? [nameOf(player), ` ${words.turn}`] : words.phases[phase] ?? words.play);
    if (me && phase === "turn" && !turn) return [heading, el("p.hint", {}, nameOf(view.state.turn), ` ${words.turn}`)];
    const send = (cards, more = {}) => {
      const line = phase === "deal" ? { do: "deal", open: cards } : phase === "turn" ? { do: "turn", player, card: cards[0] } : { do: "refill", cards, ...more };
      named = [];
      return tell([line]);
    };
    const name = (object) => {
      objects = [...objects, object].sort();
      if (objects.length < 2) return again();
      const card = value === "heart" ? `heart:${colour}:${objects.join("+")}` : `number:${colour}:${value}:${objects.join("+")}`;
      named = [...named, card];
      colour = value = null;
      objects = [];
      const all = named;
      again();
      return all.length >= wanted(view) ? send(all).then(again) : null;
    };
    const ready = colour !== null && value !== null;
    return [
      heading,
      wanted(view) > 1 && el("p", {}, words.named(named.length, wanted(view))),
      el("div.row", {}, COLOURS.map((each) => key(el("span.swatch", { "data-suit": each }), () => {
        colour = each;
        again();
      }, { name: words.colours[each], pressed: each === colour }))),
      el("div.row.values", {}, valuesOf(view.state, allValues).map((each) => key(each === "heart" ? icon("heart") : each, () => {
        value = each;
        again();
      }, { name: each === "heart" ? words.heart : each, pressed: each === value })), !allValues && key("…", () => {
        allValues = true;
        again();
      }, { name: words.higherValues })),
      el("div.row.objects", {}, seen.map((each) => key(at(words.objects, each) ?? each, () => name(each), { kind: "action", off: !ready, pressed: objects.includes(each) }))),
      el("form.row.line", { onsubmit(event) {
        event.preventDefault();
        const typed = event.target.elements[0].value.trim().toLowerCase();
        // Only what a key shows in these words is meant by them: another deck may well have a name that is one of them.
        const known = seen.find((object) => at(words.objects, object)?.toLowerCase() === typed);
        const text = known ?? typed.replace(/\s+/g, "-");
        if (text && ready) name(text);
      } }, el("input", { type: "text", "aria-label": words.object, placeholder: words.object, maxlength: 40, autocomplete: "off" }), el("button.action", { type: "submit", disabled: !ready }, words.add)),
      phase === "refill" && key(words.stackEmpty, () => send(named, { stack_empty: true }), { kind: "action" }),
    ];
  });
}
