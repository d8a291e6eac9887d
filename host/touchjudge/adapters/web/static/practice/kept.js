// What this browser keeps for its person: how to practise, and the own times. Where it keeps nothing, the page does
// until it is closed.

const KEY = "touchjudge.practice";
let held = null; // instead, where nothing can be kept

/** Whatever was kept, as an object; strange things in it are for the reader to refuse. */
export function kept() {
  if (held !== null) return held;
  try {
    const told = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return told !== null && typeof told === "object" && !Array.isArray(told) ? told : {};
  } catch {
    return {};
  }
}

/** Keep these too; gives whether the browser will still know them tomorrow. */
export function keep(changes) {
  const all = { ...kept(), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    held = null;
    return true;
  } catch {
    held = all;
    return false;
  }
}
