// Parts of the tools for a turn: a box that is drawn anew after each tap, and buttons.

import { el } from "../dom.js";

/** A box whose parts are made anew by draw(), which gets a function that makes it so. */
export function stepwise(name, label, draw) {
  const box = el(`section.tool.play.${name}`, { "aria-label": label });
  function again() {
    box.replaceChildren(...[draw(again)].flat(Infinity).filter(Boolean));
  }
  again();
  return box;
}

/** A button that does something; disabled where it may not. */
export function key(label, does, { name = null, pressed = null, kind = "key", off = false } = {}) {
  return el(`button.${kind}`, { type: "button", "aria-label": name, "aria-pressed": pressed === null ? null : String(pressed), disabled: off, onclick: does }, label);
}

/** A button that asks once more before it does something. */
export function sureKey(label, sure, does, more = {}) {
  let asked = false;
  const button = key(label, () => {
    if (asked) return does();
    asked = true;
    button.replaceChildren(sure);
    return null;
  }, { kind: "action", ...more });
  return button;
}
