// When something happened, by the browser's clock, and how far that may be from the truth.
//
// A card is stamped with the frame after the one it was drawn in: that is when a screen can begin to show it, and it
// shows it within one frame more. A touch is stamped by the system when it has sampled screen, mouse or keyboard, up to
// a frame after the hand. So a reaction is true within the clock's resolution and these two frames; what a screen and a
// keyboard take beyond that (a television's picture mode) no page can know.

const FRAMES = 24;
const USUAL_FRAME_MS = 1000 / 60;
const SHORTEST_INPUT_MS = 8; // a keyboard is asked 125 times a second
const SPINS = 2000;
let frame = USUAL_FRAME_MS;
let resolution = 1;
let measured = null;

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

/** Look at the clock and the screen for some frames; once. */
export function measure() {
  measured ??= look();
  return measured;
}

async function look() {
  const steps = [];
  const frames = [];
  let last = performance.now();
  let before = await nextFrame();
  for (let n = 0; n < FRAMES; n += 1) {
    for (let spin = 0; spin < SPINS; spin += 1) {
      const now = performance.now();
      if (now > last) steps.push(now - last);
      last = now;
    }
    const at = await nextFrame();
    if (at > before) frames.push(at - before);
    before = at;
  }
  frames.sort((a, b) => a - b);
  frame = frames.length ? frames[Math.floor(frames.length / 2)] : USUAL_FRAME_MS;
  resolution = steps.length ? Math.min(...steps) : frame;
}

/** The parts of the error bound, in ms. */
function parts(cardFrame = frame) {
  return { resolution, card: Math.max(frame, cardFrame), input: Math.max(frame, SHORTEST_INPUT_MS) };
}

/** The error bound of a reaction, in ms. */
export function boundOf(cardFrame = frame) {
  return Object.values(parts(cardFrame)).reduce((sum, part) => sum + part);
}

/** How true the times are, in a sentence. */
export function boundTold(words) {
  const tenths = new Intl.NumberFormat(words.language, { maximumFractionDigits: 1 });
  const { resolution, card, input } = parts();
  return words.practice.bound(Math.ceil(boundOf()), ...[resolution, card, input].map((ms) => tenths.format(ms)));
}

/** When an event happened, on the clock of performance.now(). */
export function stampOf(event) {
  const now = performance.now();
  // Some browsers counted from 1970; and an event that comes from no device has no time of its own.
  const at = event.timeStamp > 1e12 ? event.timeStamp - performance.timeOrigin : event.timeStamp;
  return at > 0 && at <= now + resolution ? at : now;
}

/** Draw a card with the next frame; gives when it can be seen from, and the error bound of reactions to it. */
export async function showAt(draw) {
  const drawn = await nextFrame();
  draw();
  const at = await nextFrame();
  return { at, bound: boundOf(at - drawn) };
}
