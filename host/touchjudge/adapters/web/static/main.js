// Joins the parts of the page: the link brings views, the board draws them, keys answer.

import { drawBoard, drawWaiting } from "./board.js";
import { el, icon } from "./dom.js";
import { follow } from "./link.js";
import { drawStrip, say, toggleStrip } from "./strip.js";
import { wordsOf } from "./words.js";

let words = wordsOf(navigator.language);
const lost = el("p", { id: "lost", role: "status" });
document.body.append(lost);
const atTable = location.pathname === "/table";
document.body.dataset.page = atTable ? "table" : "board";
drawWaiting(words);

let speaking = null;
follow({
  onView(view) {
    words = wordsOf(view.language);
    drawBoard(view, say);
    drawStrip(view);
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
document.addEventListener("strip", () => toggleStrip());
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
  if (event.key === "r") toggleStrip();
  else if (event.key === "Escape" && !atTable) toggleStrip(false);
  else if (event.key >= "1" && event.key <= "9") document.querySelector(`#question [data-key="${event.key}"]`)?.click();
});
