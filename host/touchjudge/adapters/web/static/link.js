// The way to the table: one WebSocket that brings the whole view.
// The page says "seen" once it has drawn a view and gets the newest then, never a queue. When it wakes up it asks; when
// nothing answers it connects anew.

import { comeIn } from "./door.js";

const ANSWER_MS = 1500;
const QUIET_MS = 8000;
const SLOWEST_RETRY_MS = 3000;

/** Keep the page connected; onView gets each view, onLost whether there is no connection now. */
export function follow({ onView, onLost }) {
  let socket = null;
  let retry = null;
  let watchdog = null;
  let wait = 250;
  let heard = 0;
  let seq = -1; // of the view that the page shows; -1: none yet

  function connect() {
    clearTimeout(retry);
    clearTimeout(watchdog);
    const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    abandon(socket);
    socket = mine;
    watchdog = setTimeout(again, 2 * ANSWER_MS);
    mine.onopen = () => {
      clearTimeout(watchdog);
      wait = 250;
      heard = performance.now();
      onLost(false);
    };
    mine.onmessage = (message) => {
      clearTimeout(watchdog);
      heard = performance.now();
      const view = JSON.parse(message.data);
      seq = Number.isInteger(view.seq) ? view.seq : 0;
      const shown = seq;
      const seen = () => mine.readyState === WebSocket.OPEN && mine.send(JSON.stringify({ seen: shown }));
      try {
        onView(view);
      } finally {
        // What was drawn is in sight with the next frame; only then the next view is wanted. A hidden page has no frames.
        if (document.hidden) seen();
        else requestAnimationFrame(seen);
      }
    };
    mine.onclose = () => {
      if (mine !== socket) return;
      onLost(true);
      clearTimeout(watchdog);
      retry = setTimeout(connect, wait);
      wait = Math.min(2 * wait, SLOWEST_RETRY_MS);
    };
  }

  function abandon(old) {
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  function again() {
    onLost(true);
    connect();
  }

  function ask() {
    if (!socket || socket.readyState !== WebSocket.OPEN) return again();
    clearTimeout(watchdog);
    watchdog = setTimeout(again, ANSWER_MS);
    socket.send(JSON.stringify({ ask: seq }));
  }

  document.addEventListener("visibilitychange", () => document.hidden || ask());
  window.addEventListener("pageshow", (event) => event.persisted && ask());
  window.addEventListener("online", ask);
  setInterval(() => {
    const quiet = performance.now() - heard > QUIET_MS;
    if (quiet && seq >= 0 && socket?.readyState === WebSocket.OPEN) ask();
  }, 2000);
  connect();
}

const TRIES = 3;
const BUSY = new Set([503, 504]);
const AGAIN_MS = 600;

/**
 * Tell the table some lines as one. Gives {answers, error, rulings}: what it answers to each, the first sentence that says
 * what was not understood, and the rulings of all. Where the way to the table breaks they are sent again under the same
 * key, so that they count once.
 */
export async function tellAll(lines, words) {
  if (!lines.length) return { answers: [], rulings: [] };
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson", "Idempotency-Key": newKey() },
    body: lines.map((line) => JSON.stringify(line)).join("\n"),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch("/api/tell", request);
      if (response.status === 401) {
        comeIn();
        return { answers: [], error: words.needsPin, rulings: [] };
      }
      if (BUSY.has(response.status) && tries < TRIES) throw new Error("busy");
      const answers = (await response.text()).split("\n").map((line) => JSON.parse(line));
      const error = answers.find((answer) => answer.error)?.error;
      return { answers, ...(error ? { error } : {}), rulings: answers.flatMap((answer) => answer.rulings ?? []) };
    } catch {
      if (tries === TRIES) return { answers: [], error: words.notReached, rulings: [] };
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

/** crypto.randomUUID is kept from pages without TLS, as these are. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the table answers under an address of its API; null when it was not reached. */
export async function ask(path) {
  try {
    const response = await fetch(path);
    if (response.status === 401) comeIn();
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
