// A photo of a card: made small on the phone, read by the table, and told as if the card had been scanned.

import { el, icon } from "./dom.js";
import { comeIn } from "./door.js";

const LONGEST = 1600; // pixels; a code that fills a tenth of the photo is still read
const QUALITY = 0.85;

/** The photo as the table takes it: small, where this browser can make it so. */
async function small(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = el("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return made ?? file;
  } catch {
    return file; // what it is the table finds out
  }
}

/** Send it; gives {error} or {rulings: []}, as what was told does. */
async function send(file, words) {
  try {
    const photo = await small(file);
    const response = await fetch("/api/photo", { method: "POST", headers: { "Content-Type": photo.type }, body: photo });
    if (response.status === 401) {
      comeIn();
      return { error: words.needsPin, rulings: [] };
    }
    const { error, cards = [] } = await response.json();
    const unknown = cards.filter(({ card }) => card === null).map(({ code }) => code);
    if (unknown.length) return { error: `${words.unknownCode}: ${unknown.join(", ")}`, rulings: [] };
    return error ? { error, rulings: [] } : { rulings: [] };
  } catch {
    return { error: words.notReached, rulings: [] };
  }
}

/** A button that takes a photo of a card; answered() is told what came of it. */
export function photoKey(words, answered) {
  const input = el("input", { type: "file", accept: "image/*", capture: "environment", hidden: true, async onchange() {
    const [file] = input.files;
    input.value = ""; // the same photo once more is a change again
    if (!file) return;
    button.disabled = true;
    answered(await send(file, words));
    button.disabled = false;
  } });
  const button = el("button.action.photo", { type: "button", onclick: () => input.click() }, icon("camera"), words.photo);
  return [button, input];
}
