// Schwein gehabt! on the scoreboard: the revealed card, who touched what and when, deck and jackpot, lucky numbers.

import { at, el, icon, nameOf } from "../dom.js";
import { milliseconds } from "../words.js";

export const TARGETS = ["mushroom", "pig", "sweep"];
const PAID = { drew_right: 1, sandwich: 1, lowest_hand: 1, drew_wrong: -1, wrong_slap: -1 };
const SOURCES = { sensed: "pad", claimed: "hand", inferred: "infers", declared: "says" };

/** {mushroom: 4, pig: 8, sweep: 2} of a symbol card, else null. */
export function countsOf(card) {
  const found = /^symbol:(\d)-(\d)-(\d)$/.exec(card ?? "");
  return found && { mushroom: Number(found[1]), pig: Number(found[2]), sweep: Number(found[3]) };
}

/** The rulings of the round that is running or, before the next card, of the one just settled. */
function roundOf(view) {
  const from = view.rulings.findLastIndex((ruling) => ruling.code === "revealed" || ruling.code === "started");
  return from < 0 ? view.rulings : view.rulings.slice(from);
}

/** The card to show, and whether it belongs to a round already settled. */
function cardOf(view) {
  const now = view.state.revealed ?? null;
  if (now !== null || view.state.phase === "react") return { card: now, past: false };
  const told = roundOf(view).findLast((ruling) => ruling.effects?.card);
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

function cardPlace(view, words) {
  const { card, past } = cardOf(view);
  const front = face(card, words);
  if (front) {
    if (past) front.classList.add("past");
    return el("div.card-place", {}, front);
  }
  const waiting = view.state.phase === "react";
  const text = card === "unseen" ? words.unseen : waiting ? words.which : words.nextCard;
  return el("div.card-place", {}, el("div.card.back", { "data-waiting": waiting }, icon(waiting ? "ask" : "clover"), el("span", {}, text)));
}

function outcome(touch, round) {
  return round.find(
    (ruling) => ruling.player === touch.player && ruling.effects?.spot === touch.spot && Object.hasOwn(PAID, ruling.code),
  )?.code;
}

function source(touch, words) {
  if (!touch.attribution) return null;
  return el("span.source", { "data-attribution": touch.attribution }, icon(SOURCES[touch.attribution] ?? "info"), words[touch.attribution] ?? touch.attribution);
}

function mark(touch, round, words) {
  const code = outcome(touch, round);
  if (!code) return null;
  const right = PAID[code] > 0;
  return el(`span.mark.${right ? "right" : "wrong"}`, {}, icon(right ? "right" : "wrong", right ? words.right : words.wrong));
}

function reaction(touch, view, words) {
  if (touch.reaction_us === null || touch.reaction_us === undefined) return el("span.time", {}, words.noTime);
  const bound = touch.bound_us >= 100 ? ` ±${milliseconds(touch.bound_us, view.language)}` : "";
  return el("span.time", {}, el("b", {}, milliseconds(touch.reaction_us, view.language)), `${bound} ${words.ms}`);
}

function toucher(touch, words) {
  return touch.player === null ? el("span.name.nobody", {}, words.who) : nameOf(touch.player);
}

/** Whoever has the sandwich, where the round is a touch card's. */
function sandwichOf(round) {
  return round.findLast((ruling) => ["sandwich", "lowest_hand"].includes(ruling.code) && ruling.player);
}

function touches(view, words) {
  const round = roundOf(view);
  const list = view.touches;
  const sandwich = sandwichOf(round);
  if (!list.length && !sandwich) {
    const text = view.state.phase === "react" ? words.whoIsFirst : words.nextCard;
    return el("div.touches.none", {}, el("p.hint", {}, text));
  }
  const heat = list.length && list[0].dead_heat ? list.findIndex((touch) => !touch.dead_heat) : 1;
  const leading = sandwich ? 0 : heat < 0 ? list.length : Math.max(1, heat);
  const hero = sandwich
    ? [el("div.first", { "data-player": sandwich.player }, icon("hand"), el("div.who", {}, el("span.kicker", {}, words[sandwich.code]), nameOf(sandwich.player)))]
    : list.slice(0, leading).map((touch) =>
        el(
          "div.first", { "data-spot": touch.spot, "data-player": touch.player },
          icon(touch.spot, words[touch.spot] ?? touch.spot),
          el("div.who", {}, toucher(touch, words), el("div.detail", {}, reaction(touch, view, words), source(touch, words))),
          mark(touch, round, words),
        ),
      );
  const rest = list.slice(leading).map((touch, index) =>
    el(
      "li.touch", { "data-spot": touch.spot, "data-player": touch.player, "data-heat": touch.dead_heat },
      el("span.place", {}, words.place(leading + index + 1)),
      icon(touch.spot, words[touch.spot] ?? touch.spot),
      toucher(touch, words),
      source(touch, words),
      touch.dead_heat && el("span.source.heat", { title: words.deadHeatHint }, icon("heat", words.deadHeat)),
      touch.gap_us === null || touch.gap_us === undefined || (leading + index === 0)
        ? reaction(touch, view, words)
        : el("span.time", { title: `${touch.reaction_us === null ? words.noTime : `${milliseconds(touch.reaction_us, view.language)} ${words.ms}`}` }, el("b", {}, `+${milliseconds(touch.gap_us, view.language)}`), ` ${words.ms}`),
      mark(touch, round, words),
    ),
  );
  return el(
    "div.touches", { "data-many": list.length > 3 },
    leading > 1 && el("p.dead-heat", {}, icon("heat"), el("b", {}, words.deadHeat), ` ${words.deadHeatHint}`),
    el("div.heroes", { "data-count": hero.length }, hero),
    rest.length > 0 && el("ol.rest", {}, rest),
  );
}

function pile(name, count, full, label) {
  const layers = count === 0 ? 0 : Math.max(1, Math.ceil((9 * Math.min(count, full)) / full));
  return el(
    `div.pile.${name}`, { "aria-label": `${label}: ${count}` },
    el("div.cards", { "aria-hidden": "true" }, Array.from({ length: layers }, () => el("i"))),
    el("b.figure", {}, count),
    el("span.label", {}, label),
  );
}

export default {
  targets: TARGETS,

  stage(view, words) {
    const limit = Number(view.options?.jackpot_limit ?? 5);
    return el(
      "div.schwein", {},
      cardPlace(view, words),
      touches(view, words),
      el("div.piles", {}, pile("deck", view.state.deck, 63, words.deck), pile("jackpot", view.state.jackpot, Math.max(limit, view.state.jackpot), words.jackpot)),
    );
  },

  /** What a player's panel shows beside the score: the lucky numbers, those on the card lit up. */
  seat(view, player, words) {
    const counts = countsOf(cardOf(view).card);
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
