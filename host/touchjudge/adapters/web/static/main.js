// Joins the parts of the page: the link brings views; board, strip, set-up and history draw them; keys answer.

import { drawBoard, drawWaiting } from "./board.js";
import { el, fill, icon } from "./dom.js";
import { hint } from "./door.js";
import { cancel, correcting, drawHistory, openHistory } from "./history.js";
import { follow } from "./link.js";
import { drawSetUp } from "./setup.js";
import { drawStrip, say, toggleStrip } from "./strip.js";
import { wordsOf } from "./words.js";

let words = wordsOf(navigator.language);
const lost = el("p", { id: "lost", role: "status" });
document.body.append(lost);
const atTable = location.pathname === "/table";
const atHistory = location.pathname === "/history";
document.body.dataset.page = atTable ? "table" : atHistory ? "history" : "board";
drawWaiting(words);

/** Who only looks on is told how to come in, but for the scoreboard, which has nothing to press. */
async function drawHint() {
  const shown = document.body.dataset.page === "board" && document.body.dataset.strip !== "true" && document.body.dataset.setup !== "true" ? null : await hint(words);
  fill(document.getElementById("come-in"), [Boolean(shown), words.title, words.comeInHint], () => [shown]);
}

let newest = null;
function draw() {
  if (newest === null) return;
  drawSetUp(newest, words);
  drawBoard(newest, say);
  drawStrip(newest, words);
  drawHistory(newest, words);
  drawHint();
}

let speaking = null;
follow({
  onView(view) {
    words = wordsOf(view.language);
    newest = view;
    draw();
  },
  onLost(isLost) {
    clearTimeout(speaking);
    // A reconnect takes a blink; only a longer silence is worth a word.
    if (isLost) speaking = setTimeout(() => {
      document.body.dataset.lost = "true";
      lost.replaceChildren(icon("cable"), words.lost);
    }, 700);
    else {
      document.body.dataset.lost = "false";
      lost.replaceChildren();
    }
  },
});

toggleStrip(atTable);
openHistory(atHistory);
document.addEventListener("strip", () => {
  toggleStrip();
  drawHint();
});
document.addEventListener("history", () => openHistory());
document.addEventListener("redraw", draw);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (correcting()) cancel();
    else if (document.body.dataset.history === "true" && !atHistory) openHistory(false);
    else if (!atTable) toggleStrip(false);
    return;
  }
  if (event.target.closest("input, textarea, select")) return;
  if (event.key === "r") document.dispatchEvent(new Event("strip"));
  else if (event.key === "h" && !correcting()) openHistory(atHistory || undefined);
  else if (event.key >= "1" && event.key <= "9") document.querySelector(`#question [data-key="${event.key}"]`)?.click();
});
