// The way to the table: one WebSocket that brings the whole view.
// The page says "seen" once it has drawn a view and gets the newest then, never a queue. When it wakes up it asks; when
// nothing answers it connects anew.

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
      const draw = () => {
        seq = Number.isInteger(view.seq) ? view.seq : 0;
        try {
          onView(view);
        } finally {
          if (mine.readyState === WebSocket.OPEN) mine.send(JSON.stringify({ seen: seq }));
        }
      };
      // A page in sight draws once a frame; one that is hidden gets no frames and draws at once.
      if (document.hidden) draw();
      else requestAnimationFrame(draw);
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

/** Tell the table one line; the answer of the table language, or {error} with one sentence. */
export async function tell(line, words) {
  try {
    const response = await fetch("/api/tell", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(line),
    });
    return await response.json();
  } catch {
    return { error: words.notReached };
  }
}

/** Tell several lines one after the other; stops at the first that is not understood. */
export async function tellAll(lines, words) {
  let answer = {};
  for (const line of lines) {
    answer = await tell(line, words);
    if (answer.error) break;
  }
  return answer;
}
