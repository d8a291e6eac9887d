// Virus!: a card, then what it acts on; three taps at most. Where the table says what is legal only that is offered, else
// every organ that lies on the table, and the referee rules.

import { el, icon, nameOf } from "../dom.js";
import { key, stepwise } from "./parts.js";

const COLOURS = ["red", "green", "blue", "yellow", "multi"];
const KINDS = ["organ", "virus", "medicine"];
const TREATMENTS = ["transplant", "thief", "contagion", "glove", "error"];
const MOST_DISCARDED = [1, 2, 3];

/** Every organ on the table as {player, organ}. */
function organs(view) {
  return view.players.flatMap((player) => COLOURS.filter((organ) => view.state.bodies[player]?.[organ]).map((organ) => ({ player, organ })));
}

/** What a card can be played as, one line each, when the table does not say what is legal. */
function candidates(view, player, card) {
  const all = organs(view);
  const own = all.filter((spot) => spot.player === player);
  const others = all.filter((spot) => spot.player !== player);
  const line = (more) => ({ do: "play", player, card, ...more });
  if (card.startsWith("virus") || card.startsWith("medicine")) return all.map((on) => line({ on }));
  switch (card) {
    case "treatment:thief":
      return others.map((from) => line({ from }));
    case "treatment:error":
      return view.players.filter((name) => name !== player).map((name) => line({ with: name }));
    case "treatment:transplant":
      return all.flatMap((a, index) => all.slice(index + 1).filter((b) => b.player !== a.player).map((b) => line({ a, b })));
    case "treatment:contagion":
      return spreads(view, own, others).map((moves) => line({ moves }));
    default:
      return [line({})];
  }
}

/** Every way to bring as many of the own viruses as there are free organs for to others, none twice. */
function spreads(view, own, others) {
  const sick = own.filter(({ player, organ }) => view.state.bodies[player][organ].some((card) => card.startsWith("virus")));
  const free = others.filter(({ player, organ }) => view.state.bodies[player][organ].length === 0);
  let ways = [[]];
  for (const { organ } of sick) {
    ways = ways.flatMap((way) => [way, ...free.filter((to) => !way.some((move) => move.to === to)).map((to) => [...way, { organ, to }])]).slice(0, 500);
  }
  return ways.filter((way) => way.length);
}

function ways(view, player, card) {
  if (!view.legal) return candidates(view, player, card);
  return view.legal.filter((line) => line.do === "play" && line.player === player && line.card === card);
}

/** The taps that tell these lines apart: first what comes first in them, then the rest. */
function taps(line) {
  if (line.on) return [line.on];
  if (line.from) return [line.from];
  if (line.with) return [{ player: line.with }];
  if (line.a) return [line.a, line.b];
  return (line.moves ?? []).flatMap(({ organ, to }) => [{ organ }, to]);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function spotKey(spot, words, does) {
  const name = [spot.player, spot.organ && words.colours[spot.organ]].filter(Boolean).join(": ");
  return key([spot.organ && icon(spot.organ), spot.player && nameOf(spot.player)], does, { kind: "action", name });
}

function cardIcon(card, words) {
  const [kind, what] = card.split(":");
  if (kind === "treatment") return words.treatments[what];
  if (kind === "organ") return icon(what, `${words.cardKinds.organ}: ${words.colours[what]}`);
  return el("span.suited", { "data-suit": what }, icon(kind, `${words.cardKinds[kind]}: ${words.colours[what]}`));
}

export default function virus({ view, words, tell, me, player, turn }) {
  let card = turn && view.picked && ways(view, player, view.picked).length ? view.picked : null; // one that was scanned
  let picked = [];
  const owes = view.state.must_draw.includes(player);
  return stepwise("virus-play", words.play, (again) => {
    const say = async (line) => {
      card = null;
      picked = [];
      again();
      await tell([line]);
    };
    const pick = (next) => {
      picked = next;
      again();
    };
    const heading = el("h2", {}, me ? words.play : [nameOf(player), ` ${words.turn}`]);
    if (!turn) return [el("p.hint", {}, nameOf(view.state.turn), ` ${words.turn}`)];
    if (owes) return [heading, key(words.draw, () => say({ do: "draw", player }), { kind: "action" })];
    if (card === null) return [heading, cards(view, player, words, (chosen) => {
      const lines = ways(view, player, chosen);
      if (lines.length === 1 && !taps(lines[0]).length) return say(lines[0]);
      card = chosen;
      return again();
    }), discards(player, words, say)];
    const left = ways(view, player, card).filter((line) => picked.every((spot, index) => same(spot, taps(line)[index])));
    const next = [...new Map(left.map((line) => taps(line)[picked.length]).filter(Boolean).map((spot) => [JSON.stringify(spot), spot])).values()];
    const done = left.find((line) => taps(line).length === picked.length);
    return [
      heading,
      el("div.row.so-far", {}, key([icon("undo"), cardIcon(card, words)], () => {
        card = null;
        pick([]);
      }, { kind: "action", name: words.otherCard }), picked.map((spot) => el("span.value", {}, spot.organ && icon(spot.organ), spot.player && nameOf(spot.player)))),
      el("div.row.targets", {}, next.map((spot) => spotKey(spot, words, () => {
        const more = [...picked, spot];
        const line = left.filter((one) => same(taps(one)[picked.length], spot));
        return line.length === 1 ? say(line[0]) : pick(more);
      }))),
      !next.length && !done && el("p.hint", {}, words.noTarget),
      done && picked.length > 0 && key(words.tell, () => say(done), { kind: "action" }),
    ];
  });
}

function cards(view, player, words, choose) {
  const off = (card) => Boolean(view.legal) && !ways(view, player, card).length;
  return [
    KINDS.map((kind) => el("div.row", { role: "group", "data-kind": kind, "aria-label": words.cardKinds[kind] }, COLOURS.map((colour) => {
      const card = `${kind}:${colour}`;
      return key(cardIcon(card, words), () => choose(card), { kind: "action", off: off(card) });
    }))),
    el("div.row", { role: "group", "data-kind": "treatment", "aria-label": words.cardKinds.treatment }, TREATMENTS.map((name) => key(words.treatments[name], () => choose(`treatment:${name}`), { kind: "action", off: off(`treatment:${name}`) }))),
  ];
}

function discards(player, words, say) {
  return el("div.row", {}, el("span", {}, words.discard), MOST_DISCARDED.map((count) => key(words.hand(count), () => say({ do: "discard", player, count }), { kind: "action" })));
}
