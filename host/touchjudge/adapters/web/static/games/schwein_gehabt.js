// Schwein gehabt! on the scoreboard: the revealed card, who touched what and when, deck and jackpot, lucky numbers.

import { at, el, fill, frame, icon } from "../dom.js";
import { PAID, TARGETS, drawTouches } from "./touches.js";

const FAN = 7;
const UNSEEN = "unseen";

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

/** A card by its name, drawn; null for one that nobody has named. */
export function face(card, words) {
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

/** Whoever has the sandwich, where the round is a touch card's. */
function sandwichOf(round) {
  return round.findLast((ruling) => ["sandwich", "lowest_hand"].includes(ruling.code) && ruling.player);
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
    const sandwich = sandwichOf(roundOf(view));
    drawTouches(touches, {
      list: view.touches,
      hint: view.state.phase === "react" ? [words.whoIsFirst] : [{ player: view.state.dealer }, ` ${words.dealer}`],
      crowned: sandwich ? { player: sandwich.player, kicker: words[sandwich.code] } : null,
    }, view, words);
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
