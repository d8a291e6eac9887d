// The way in: whether this device may change the game, where the PIN is asked for, and what lets further phones in.

import { el, icon } from "./dom.js";

const LIGHT = 4; // squares round the code, without which no phone reads it

let known = null;

/** {pin, inside}: whether the table has a PIN, and whether this device is inside; asked once. */
export async function standing() {
  try {
    known ??= await (await fetch("/api/join")).json();
  } catch {
    return { pin: false, inside: true }; // whatever is tried next says that the table is away
  }
  return known;
}

/** Go where the PIN is typed, and come back here. */
export function comeIn() {
  location.assign(`/join?back=${encodeURIComponent(location.pathname)}`);
}

/** A hint for who only looks on; null for who is inside. */
export async function hint(words) {
  if ((await standing()).inside) return null;
  return el("p.come-in", {}, icon("phone"), el("a", { href: `/join?back=${encodeURIComponent(location.pathname)}` }, words.comeInHint));
}

/** What a display shows to let phones in: the code, the address and the PIN of the view's `join`. */
export function invitation(join, words) {
  return el(
    "section.invitation", { "aria-label": words.phones },
    drawn(join.code, words.scan),
    el(
      "div.by-hand", {},
      el("h2", {}, icon("phone"), words.scan),
      el("p", {}, words.orOpen, " ", el("b.address", { dir: "ltr" }, join.url.replace("http://", ""))),
      el("p", {}, words.pin, " ", el("b.pin", { dir: "ltr" }, `${join.pin.slice(0, 3)} ${join.pin.slice(3)}`)),
    ),
  );
}

/** A code as a drawing, dark on light also where the page is dark. */
function drawn(rows, label) {
  const size = rows.length + 2 * LIGHT;
  const path = rows.flatMap((row, y) => [...row].map((square, x) => (square === "1" ? `M${x + LIGHT} ${y + LIGHT}h1v1h-1z` : ""))).join("");
  const SVG = "http://www.w3.org/2000/svg";
  const make = (name, attributes) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  const svg = make("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" });
  svg.append(make("rect", { width: size, height: size, fill: "#fff" }), make("path", { d: path, fill: "#000" }));
  return svg;
}
