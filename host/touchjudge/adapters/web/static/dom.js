// Building the page: elements, names, icons, and redrawing only what changed.
// Whatever comes from the table goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: el("li.panel", {"aria-label": "…"}, child, …). Children are nodes, text, or null for none. */
export function el(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, /^(data|aria)-/.test(name) ? "true" : "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const ICONS_AGAIN_MS = 1000;

/**
 * The drawings of icons.svg as part of this page, under ids of their own. A reference into another file would be drawn
 * a frame late, and looked up anew for each button that is made.
 */
async function bringIcons() {
  try {
    const response = await fetch("/static/icons.svg");
    if (!response.ok) throw new Error(response.statusText);
    const drawings = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
    const sprite = document.importNode(drawings.documentElement, true);
    for (const symbol of sprite.querySelectorAll("symbol")) symbol.id = `icon-${symbol.id}`;
    sprite.setAttribute("hidden", "");
    document.body.append(sprite);
  } catch {
    setTimeout(bringIcons, ICONS_AGAIN_MS);
  }
}
bringIcons();

/** A drawing from icons.svg; with a label it is read aloud, without it is decoration. */
export function icon(name, label = null) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("viewBox", "0 0 64 64");
  if (label === null) svg.setAttribute("aria-hidden", "true");
  else {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  }
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** A player's name, in whatever direction its letters run, without disturbing what stands beside it. */
export function nameOf(player) {
  const letters = [...player].length;
  return el("bdi.name", { dir: "auto", title: player, "data-long": letters > 20 ? "very" : letters > 9 ? "yes" : null }, player);
}

const drawn = new WeakMap();

/** Fill a place anew if what it shows has changed; focus and animations stay where nothing changed. */
export function fill(place, key, build) {
  const now = JSON.stringify(key);
  if (drawn.get(place) === now) return false;
  drawn.set(place, now);
  place.replaceChildren(...[build()].flat(Infinity).filter(Boolean));
  return true;
}

/** Parts that stay: a box of this name in the place, with a box for each part; made only when another stood there. */
export function frame(place, name, parts) {
  fill(place, ["frame", name], () => el(`div.${name}`, {}, parts.map((part) => el(`div.${part}`))));
  return [...place.firstElementChild.children];
}

/** The page's language and title, and no more than what changes: a language that is set anew lays out the whole page anew. */
export function entitle(language, title) {
  if (document.documentElement.lang !== language) document.documentElement.lang = language;
  if (document.title !== title) document.title = title;
}

/** Show or hide a place; set only when it changes, as what is set counts as changed. */
export function show(place, shown) {
  if (place.hidden === shown) place.hidden = !shown;
}

/** What an object from the table holds under a name; players may be called "constructor". */
export function at(object, name) {
  return object && Object.hasOwn(object, name) ? object[name] : null;
}
