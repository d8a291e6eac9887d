// What both ways to practise look like: the card, the own numbers, three targets to touch, one button, and the news.

import { el, fill, icon, nameOf } from "../dom.js";
import { face } from "../games/schwein_gehabt.js";
import { TARGETS } from "../games/touches.js";
import { stampOf } from "./stamps.js";

// Each target by digit and by letter; the codes are where the digits are, whatever a layout makes of them.
const LETTERS = { mushroom: "J", pig: "K", sweep: "L" };
export const KEYS = Object.fromEntries(TARGETS.flatMap((spot, place) => [
  [String(place + 1), spot], [`Digit${place + 1}`, spot], [`Numpad${place + 1}`, spot], [LETTERS[spot].toLowerCase(), spot],
]));
const MOST_TAGS = 8;

/** The keys of a target, for eyes. */
export function keysOf(spot) {
  return el("span.keys", { "aria-hidden": "true" }, el("kbd", {}, TARGETS.indexOf(spot) + 1), el("kbd", {}, LETTERS[spot]));
}

/** Build the table in a place; touched(spot, at) and go() are what people do there. */
export function table(place, words, { touched, go }) {
  const buttons = Object.fromEntries(TARGETS.map((spot, number) => [spot, target(spot, number, words, touched)]));
  const parts = {
    mine: el("section.mine"),
    card: el("div.card-place", { "aria-live": "polite" }),
    targets: el("div.target-cards", { role: "group", "aria-label": words.practice.targets }, Object.values(buttons)),
    go: el("button.go", { type: "button", onclick: () => parts.go.ariaDisabled === "true" || go() }),
    news: el("section.news"),
  };
  place.replaceChildren(el("div.felt", {}, parts.mine, parts.card, parts.targets, parts.go), parts.news);
  return {
    ...parts,

    /** {phase, button, ready}: what goes on, what the button says, whether it may be pressed. */
    stand({ phase, button, ready = true }) {
      place.dataset.phase = phase;
      parts.go.ariaDisabled = String(!ready);
      fill(parts.go, [button], () => [el("span", {}, button), el("kbd", { "aria-hidden": "true" }, words.practice.space)]);
    },

    showCard(card) {
      fill(parts.card, [card, words.language], () => face(card, words) ?? el("div.card.back", {}, icon("clover")));
    },

    showNumbers(numbers, label) {
      fill(parts.mine, [numbers, label], () => numbers.length > 0 && [
        el("h2", {}, label),
        el("ul.own-numbers", { "aria-label": label }, numbers.map((number) => el("li", {}, number))),
      ]);
    },

    /** A hand on a target, the own one or another's. */
    lay(spot, player, own) {
      const hands = buttons[spot].querySelector(".hands");
      if (hands.children.length < MOST_TAGS) hands.append(el("span.hand-tag", { "data-own": String(own) }, icon("hand"), nameOf(player)));
    },

    clear() {
      for (const button of Object.values(buttons)) button.querySelector(".hands").replaceChildren();
    },
  };
}

function target(spot, number, words, touched) {
  let pressed = false;
  const button = el(
    "button.target-card", {
      type: "button", "data-target": spot, "aria-label": words[spot], "aria-keyshortcuts": `${number + 1} ${LETTERS[spot]}`,
      onpointerdown(event) {
        if (event.button > 0) return;
        pressed = true;
        touched(spot, stampOf(event));
      },
      onkeydown(event) {
        if (event.repeat || ![" ", "Enter"].includes(event.key)) return;
        event.preventDefault();
        touched(spot, stampOf(event));
      },
      // Only who presses by other means than finger, mouse and keys comes here first.
      onclick(event) {
        if (!pressed) touched(spot, stampOf(event));
        pressed = false;
      },
      oncontextmenu: (event) => event.preventDefault(),
    },
    icon(spot),
    el("span.label", {}, words[spot]),
    keysOf(spot),
    el("span.hands"),
  );
  return button;
}
