// Where a phone comes in: with the PIN, typed, or with the word behind # that the scanned code brought. That word never
// leaves the phone but in the body of one request, and is taken out of the address at once.

import { el, entitle, fill, icon } from "./dom.js";
import { standing } from "./door.js";
import { wordsOf } from "./words.js";

const words = wordsOf(navigator.language);
const main = document.getElementById("join");
const scanned = location.hash.slice(1);
const wanted = new URLSearchParams(location.search).get("back") ?? "";
const back = /^\/[a-z]*$/.test(wanted) ? wanted : "/me";
history.replaceState(null, "", location.pathname + location.search);
entitle(words.language, `${words.comeIn} · ${words.title}`);

const said = el("p.said", { role: "alert", id: "said" });
const field = el("input", { name: "pin", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 7, required: true, "aria-describedby": "said", dir: "ltr", enterkeyhint: "go", oninput: () => digits(field.value).length === 6 && send() });
const button = el("button.action.strong", { type: "submit" }, words.comeIn);
const digits = (text) => text.replace(/[^0-9]/g, "");
let waiting = null;

function draw() {
  fill(main, ["form"], () =>
    el(
      "form.pin-form", { novalidate: true, onsubmit(event) {
        event.preventDefault();
        send();
      } },
      el("h1", {}, icon("clover"), words.comeInTitle),
      el("label", {}, words.pinLabel, field),
      said, button,
      el("a.look-on", { href: "/" }, words.lookOn),
    ),
  );
  field.focus();
}

async function send(word = digits(field.value)) {
  if (button.disabled) return;
  if (!word) return say(words.pinMissing);
  button.disabled = true;
  try {
    const response = await fetch("/api/join", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pin: word }) });
    if (response.ok) return location.replace(back);
    const { wait_s: seconds } = await response.json();
    if (seconds) return count(seconds);
    say(response.status === 403 ? words.wrongPin : words.notReached);
  } catch {
    say(words.notReached);
  }
  button.disabled = false;
  field.select();
}

function say(sentence) {
  said.textContent = sentence;
}

/** Too many wrong ones: how long to wait, second by second. */
function count(seconds) {
  clearTimeout(waiting);
  say(seconds > 0 ? words.waitForPin(seconds) : "");
  button.disabled = seconds > 0;
  if (seconds > 0) waiting = setTimeout(() => count(seconds - 1), 1000);
  else field.select();
}

draw();
if (scanned) send(scanned);
else if ((await standing()).inside) location.replace(back);
