// A form of one line of the table language, drawn from what /api/games says of its fields. It begins with the line as it
// is stored; fields that no form asks for (when it was, who said so) stay as they are.

import { at, el, icon, nameOf } from "./dom.js";
import { countsOf } from "./games/schwein_gehabt.js";
import { TARGETS } from "./games/touches.js";

const KEPT = ["t_us", "bound_us", "by"];
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8];
const DRAWN = new Set([...TARGETS, "up1", "up2", "down1", "down2"]);

/** How a target or stack is drawn; its word where there is no drawing. */
export function spotIcon(spot, words) {
  if (TARGETS.includes(spot)) return icon(spot, words[spot]);
  if (Object.hasOwn(words.stacks, spot)) return [icon(spot.startsWith("up") ? "up" : "down"), words.stacks[spot]];
  return spot;
}

/** A line in a few words, as nodes: what it does, and the values that it says. */
export function inWords(line, words) {
  if (line.do === "correct" || line.do === "undo") {
    const lines = (line.lines ?? []).map((one) => el("span.value.told-words", {}, inWords(one, words)));
    return [el("b", {}, words.dos[line.do]), line.n && el("span.value", {}, line.n), lines.length > 0 && "→", lines];
  }
  const said = Object.entries(line).filter(([name, value]) => name !== "do" && !KEPT.includes(name) && value !== null);
  return [el("b", {}, words.dos[line.do] ?? line.do), ...said.map(([name, value]) => el("span.value", { dir: "auto" }, valueInWords(value, words, name)))];
}

/** Cards of the games that name them by kind, colour and what is on them; null for anything else. */
function cardInWords(text, words) {
  const [kind, what, ...more] = text.split(":");
  const objects = `(${(more.at(-1) ?? "").split("+").map((object) => at(words.objects, object) ?? object).join(", ")})`;
  const colour = Object.hasOwn(words.colours, what ?? "") ? words.colours[what] : null;
  if (kind === "treatment" && Object.hasOwn(words.treatments, what)) return words.treatments[what];
  if (colour === null) return null;
  if (kind === "heart" && more.length === 1) return `${words.heart} ${colour} ${objects}`;
  if (kind === "number" && more.length === 2) return `${more[0]} ${colour} ${objects}`;
  return ["organ", "virus", "medicine"].includes(kind) && !more.length ? `${words.cardKinds[kind]} ${colour}` : null;
}

function valueInWords(value, words, name = "") {
  if (Array.isArray(value)) return value.map((one) => valueInWords(one, words)).join(", ");
  if (typeof value === "object" && value !== null) return Object.entries(value).map(([part, one]) => valueInWords(one, words, part)).join(" ");
  const text = String(value);
  if (name === "command" && Object.hasOwn(words.commands, text)) return words.commands[text];
  if (name === "organ" && Object.hasOwn(words.colours, text)) return words.colours[text];
  const card = cardInWords(text, words);
  if (card !== null) return card;
  const counts = countsOf(text);
  if (counts) return words.symbolCard(counts.mushroom, counts.pig, counts.sweep);
  if (text.startsWith("touch:")) return words.touchCard(words[text.slice(6)] ?? text);
  if (DRAWN.has(text)) return words[text] ?? words.stacks[text];
  return text === "unseen" ? words.unseen : typeof value === "boolean" ? words.values[text] : text;
}

/**
 * The form of a line. changed(line, typing) gets the line anew whenever somebody has changed it; while they are typing
 * nothing may be drawn anew, or the button that is pressed next would be gone.
 */
export function lineForm(line, game, players, words, changed) {
  const form = game?.lines.find(({ do: name }) => name === line.do);
  if (!form) return rawForm(line, words, changed);
  const about = { game, players, words };
  let now = line;
  const put = (name, value, typing) => {
    const { [name]: _, ...others } = now;
    now = value === undefined ? others : { ...others, [name]: value };
    changed(now, typing);
  };
  return el(
    "fieldset.line-form", {},
    el("legend", {}, el(
      "select", { "aria-label": words.whatHappened, onchange: (event) => changed(asOther(line, event.target.value, game)) },
      game.lines.map(({ do: name }) => el("option", { value: name, selected: name === line.do }, words.dos[name] ?? name)),
    )),
    form.fields.map((field) => fieldRow(field, line[field.name], (value, typing) => put(field.name, value, typing), about)),
  );
}

/** The line with another verb: fields that both know keep their values. */
function asOther(line, verb, game) {
  const known = new Set([...KEPT, ...game.lines.find(({ do: name }) => name === verb).fields.map(({ name }) => name)]);
  return { do: verb, ...Object.fromEntries(Object.entries(line).filter(([name]) => known.has(name))) };
}

function rawForm(line, words, changed) {
  const input = el("textarea", { rows: 3, "aria-label": words.line, spellcheck: "false", oninput() {
    try {
      input.setCustomValidity("");
      changed(JSON.parse(input.value), true);
    } catch (problem) {
      input.setCustomValidity(String(problem.message));
    }
  } }, JSON.stringify(line));
  return el("fieldset.line-form", {}, el("legend", {}, words.dos[line.do] ?? line.do), input);
}

function fieldRow(field, value, set, about) {
  const name = about.words.fields[field.name] ?? field.name;
  return el("div.field", { role: "group", "aria-label": name, "data-field": field.name }, el("span.label", {}, name), input(field, value, set, about));
}

function input(field, value, set, about) {
  const { game, players, words } = about;
  const none = field.null ? [null] : field.needed === false ? [undefined] : [];
  switch (field.name === "stack" && game.targets.length ? "spot" : field.kind) {
    case "player":
      return buttons([...players, ...none], value, set, (player) => player && nameOf(player), words.nobody);
    case "spot":
      return buttons([...game.targets, ...none], value, set, (spot) => spot && spotIcon(spot, words), words.none);
    case "choice":
      return buttons([...field.choices, ...(field.choices.includes(null) ? [] : none)], value, set, (choice) => choice && choiceInWords(choice, words), words.none);
    case "bool":
      return buttons([false, true], value ?? false, set, (choice) => words.values[choice], "");
    case "card":
      return game.name === "schwein_gehabt" ? symbolCard(value, set, none, words) : textInput(value, set, field, words);
    case "list":
      return listInput(field, value ?? [], set, about);
    case "object":
      return el("div.within", {}, field.fields.map((inner) => fieldRow(inner, value?.[inner.name], (next, typing) => {
        value = { ...value, [inner.name]: next };
        set(value, typing);
      }, about)),
        none.length && value ? el("button.action", { type: "button", onclick: () => set(none[0]) }, words.none) : null);
    case "int":
    case "count":
      return el("input", { type: "number", inputmode: "numeric", value: value ?? "", "aria-label": words.fields[field.name] ?? field.name, oninput: (event) => set(event.target.value === "" ? undefined : Math.round(Number(event.target.value)), true) });
    default:
      return textInput(value, set, field, words);
  }
}

function choiceInWords(choice, words) {
  return words.commands[choice] ?? words.colours[choice] ?? words.said[choice] ?? choice;
}

function textInput(value, set, field, words) {
  return el("input", { type: "text", value: value ?? "", "aria-label": words.fields[field.name] ?? field.name, autocomplete: "off", spellcheck: "false", oninput: (event) => set(event.target.value === "" ? undefined : event.target.value, true) });
}

function buttons(choices, value, set, label, none) {
  const same = (choice) => choice === value || (choice ?? null) === (value ?? null);
  return el(
    "div.row", {},
    choices.map((choice) =>
      el("button.action", { type: "button", "aria-pressed": String(same(choice)), onclick: () => set(choice) }, label(choice) || none),
    ),
  );
}

function symbolCard(value, set, none, words) {
  const counts = countsOf(value);
  const pad = (target) => el(
    "div.pad", { role: "group", "aria-label": words[target], "data-target": target }, icon(target),
    COUNTS.map((count) =>
      el("button.key", { type: "button", "aria-label": `${words[target]} ${count}`, "aria-pressed": String(counts?.[target] === count), onclick() {
        const next = { mushroom: 1, pig: 1, sweep: 1, ...counts, [target]: count };
        set(`symbol:${TARGETS.map((each) => next[each]).join("-")}`);
      } }, count),
    ),
  );
  const others = [...TARGETS.map((target) => `touch:${target}`), "unseen", ...none];
  const label = (card) => card && (card === "unseen" ? words.unseen : [icon("hand"), icon(card.slice(6), words.touchCard(words[card.slice(6)]))]);
  return el("div.within", {}, TARGETS.map(pad), buttons(others, value, set, label, words.none));
}

function listInput(field, value, set, about) {
  const { words } = about;
  const of = { ...field.of, name: field.name, needed: true };
  if (of.kind === "player") {
    return el("div.within", {},
      el("div.row.picked", {}, value.map((player, index) => el("button.action", { type: "button", "aria-label": words.leaves(player), onclick: () => set(value.toSpliced(index, 1)) }, nameOf(player), icon("wrong")))),
      el("div.row", {}, about.players.map((player) => el("button.action", { type: "button", onclick: () => set([...value, player]) }, icon("plus"), nameOf(player)))));
  }
  return el("div.within", {},
    value.map((one, index) => el("div.row.one", {}, input(of, one, (next, typing) => {
      value = value.with(index, next);
      set(value, typing);
    }, about),
      el("button.action", { type: "button", "aria-label": words.removeLine, onclick: () => set(value.toSpliced(index, 1)) }, icon("wrong")))),
    el("button.action", { type: "button", onclick: () => set([...value, of.kind === "object" ? {} : ""]) }, icon("plus"), words.add));
}
