// Schwein gehabt! on the scoreboard: the revealed card, who touched what and when, deck and jackpot, lucky numbers.

import { at, el, fill, frame, icon, nameOf } from "../dom.js";
import { timeline } from "../timeline.js";
import { milliseconds } from "../words.js";

export const TARGETS = ["mushroom", "pig", "sweep"];
const PAID = { drew_right: 1, sandwich: 1, lowest_hand: 1, drew_wrong: -1, wrong_slap: -1 };
const FAN = 7;
const UNSEEN = "unseen";
const SOURCES = { sensed: "pad", claimed: "hand", inferred: "infers", declared: "says" };

/** {mushroom: 4, pig: 8, sweep: 2} of a symbol card, else null. */
export function countsOf(card) {
  const found = /^symbol:(\d)-(\d)-(\d)$/.exec(card ?? "");
  return found && { mushroom: Number(found[1]), pig: Number(found[2]), sweep: Number(found[3]) };
}

/** The rulings of the round that is running or, before the next card, of the one just settled. */
export function roundOf(view) {
  const from = view.rulings.findLastIndex((ruling) => ruling.code === "revealed" || ruling.code === "started");
  return from < 0 ? view.rulings : view.rulings.slice(from);
}

/** The card to show, and whether it belongs to a round already settled. */
function cardOf(view) {
  if (view.state.phase === "react") return { card: view.state.revealed ?? UNSEEN, past: false };
  const told = roundOf(view).findLast((ruling) => ["revealed", "card_named"].includes(ruling.code));
  return { card: told?.effects.card ?? null, past: true };
}

function face(card, words) {
  const counts = countsOf(card);
  if (counts) {
    return el(
      "div.card.symbols", { role: "img", "aria-label": words.symbolCard(counts.mushroom, counts.pig, counts.sweep) },
      TARGETS.map((target) => el("div.count", { "data-target": target }, icon(target), el("b", {}, counts[target]))),
    );
  }
  const target = /^touch:(mushroom|pig|sweep)$/.exec(card ?? "")?.[1];
  if (target) {
    return el(
      "div.card.slap", { role: "img", "aria-label": words.touchCard(words[target]), "data-target": target },
      icon("hand"), icon(target), icon("hand"),
    );
  }
  return null;
}

function drawCard(place, view, words) {
  const { card, past } = cardOf(view);
  const open = view.state.phase === "react";
  fill(place, [card, open, view.language], () => {
    const text = open ? words.which : card === UNSEEN ? words.unseen : words.nextCard;
    return face(card, words) ?? el("div.card.back", {}, icon(open ? "ask" : "clover"), el("span", {}, text));
  });
  place.firstElementChild.classList.toggle("past", past);
}

function source(touch, words) {
  if (!touch.attribution) return null;
  return el("span.source", { "data-attribution": touch.attribution }, icon(SOURCES[touch.attribution] ?? "info"), el("span.word", {}, words[touch.attribution] ?? touch.attribution));
}

function mark(touch, words) {
  if (!touch.ruling || !Object.hasOwn(PAID, touch.ruling)) return null;
  const right = PAID[touch.ruling] > 0;
  return el(`span.mark.${right ? "right" : "wrong"}`, {}, icon(right ? "right" : "wrong", right ? words.right : words.wrong));
}

function reaction(touch, view, words) {
  if (touch.reaction_us === null || touch.reaction_us === undefined) return el("span.time", {}, words.noTime);
  const bound = touch.bound_us >= 100 ? ` ±${milliseconds(touch.bound_us, view.language)}` : "";
  return el("span.time", {}, el("b", {}, milliseconds(touch.reaction_us, view.language)), bound, el("span.unit", {}, ` ${words.ms}`));
}

function spotIcon(spot, words) {
  return TARGETS.includes(spot) ? icon(spot, words[spot]) : icon("hand");
}

/** How far behind the first touch. */
function gap(touch, index, view, words) {
  if (index === 0 || touch.gap_us === null || touch.gap_us === undefined) return el("span.gap");
  return el("span.gap", {}, `+${milliseconds(touch.gap_us, view.language)}`, el("span.unit", {}, ` ${words.ms}`));
}

function toucher(touch, words) {
  return touch.player === null ? el("span.name.nobody", {}, words.who) : nameOf(touch.player);
}

/** Whoever has the sandwich, where the round is a touch card's. */
function sandwichOf(round) {
  return round.findLast((ruling) => ["sandwich", "lowest_hand"].includes(ruling.code) && ruling.player);
}

/** How many touches share the first place: one, or all of a dead heat with the first. */
function leading(list) {
  if (!list.length || !list[0].dead_heat) return Math.min(1, list.length);
  const end = list.findIndex((touch) => !touch.dead_heat);
  return end < 0 ? list.length : end;
}

function hero(touch, view, words) {
  return el(
    "div.first", { "data-spot": touch.spot, "data-player": touch.player },
    spotIcon(touch.spot, words),
    el("div.who", {}, toucher(touch, words), el("div.detail", {}, reaction(touch, view, words), source(touch, words))),
    mark(touch, words),
  );
}

function sandwichHero(sandwich, words) {
  return el(
    "div.first", { "data-player": sandwich.player },
    icon("hand"),
    el("div.who", {}, el("span.kicker", {}, words[sandwich.code]), nameOf(sandwich.player)),
  );
}

function row(touch, index, view, words) {
  return el(
    "li.touch", { "data-spot": touch.spot, "data-player": touch.player },
    el("span.place", {}, words.place(index + 1)),
    spotIcon(touch.spot, words),
    toucher(touch, words),
    source(touch, words),
    touch.dead_heat && el("span.source.heat", { title: words.deadHeatHint }, icon("heat", words.deadHeat)),
    el("span.when", {}, reaction(touch, view, words), gap(touch, index, view, words)),
    mark(touch, words),
  );
}

/** First and large who was first, then the others with their gaps. */
function drawTouches(place, view, words) {
  const list = view.touches;
  const sandwich = sandwichOf(roundOf(view));
  const open = view.state.phase === "react";
  if (!list.length && !sandwich) {
    fill(place, ["none", open, view.state.dealer, view.language], () =>
      el("p.hint", {}, open ? words.whoIsFirst : [nameOf(view.state.dealer), ` ${words.dealer}`]),
    );
    return;
  }
  const first = sandwich ? 0 : leading(list);
  const [heat, heroes, rest, axis] = frame(place, "order", ["heat-place", "heroes", "rest-place", "axis-place"]);
  fill(heat, [first > 1, view.language], () => first > 1 && el("p.dead-heat", {}, icon("heat"), el("b", {}, words.deadHeat), ` ${words.deadHeatHint}`));
  heroes.dataset.count = Math.max(1, first);
  fill(heroes, [sandwich ?? list.slice(0, first), view.language], () =>
    sandwich ? sandwichHero(sandwich, words) : list.slice(0, first).map((touch) => hero(touch, view, words)),
  );
  rest.dataset.many = list.length > 4;
  fill(rest, [list, first, view.language], () => list.length > first && el("ol.rest", {}, list.slice(first).map((touch, index) => row(touch, first + index, view, words))));
  fill(axis, [list, view.language], () => timeline(list, view.language, words));
}

/** A pile as thick as it really is: the deck a block, the jackpot a fan of its cards. */
function pile(name, count, label) {
  const drawing = el("div.cards", { "aria-hidden": "true", "data-count": count });
  if (name === "deck") drawing.style.setProperty("--thick", count);
  else drawing.append(...Array.from({ length: Math.min(count, FAN) }, () => el("i")));
  return el(`div.pile.${name}`, {}, drawing, el("b.figure", {}, count), el("span.label", {}, label));
}

export default {
  targets: TARGETS,

  draw(stage, view, words) {
    const [card, touches, piles] = frame(stage, "schwein", ["card-place", "touches", "piles"]);
    drawCard(card, view, words);
    drawTouches(touches, view, words);
    const { deck, jackpot } = view.state;
    fill(piles, [deck, jackpot, view.language], () => [pile("deck", deck, words.deck), pile("jackpot", jackpot, words.jackpot)]);
  },

  /** What a player's panel shows beside the score: the lucky numbers, those on the card lit up. */
  seat(view, player, words) {
    const counts = view.result ? null : countsOf(cardOf(view).card);
    const numbers = at(view.state.numbers, player) ?? [];
    return el(
      "ul.chips", { "aria-label": words.numbers, "data-count": numbers.length },
      numbers.map((number) => {
        const matches = counts ? TARGETS.filter((target) => counts[target] === number) : [];
        return el(
          "li.chip", { "data-match": matches.length ? matches.join(" ") : null, "data-first": matches[0] ?? null },
          el("b", {}, number), matches.map((target) => icon(target, words[target])),
        );
      }),
    );
  },

  /** What the round gave or cost a player so far. */
  change(view, player) {
    const counted = roundOf(view).filter((ruling) => ruling.player === player && Object.hasOwn(PAID, ruling.code));
    if (!counted.some((ruling) => "pay" in ruling.effects || "penalty" in ruling.effects)) return null;
    return counted.reduce((sum, { effects }) => sum + (effects.pay ?? 0) - (effects.penalty ?? 0), 0);
  },

  first(view) {
    const sandwich = sandwichOf(roundOf(view));
    if (sandwich) return [sandwich.player];
    const [first] = view.touches;
    return first?.player && !first.dead_heat ? [first.player] : [];
  },

  claims(view, player) {
    return (view.state.claims ?? []).some((claim) => claim?.player === player || claim === player);
  },

  round: (view) => view.state.round,
};
