// The Game: the card by number pad, then the stack, by a tap or by the pad under it; two digits and a stack are three taps.

import { el, icon, nameOf } from "../dom.js";
import { key, stepwise, sureKey } from "./parts.js";

const STACKS = ["up1", "up2", "down1", "down2"];
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const MOST = 99;

let typed = ""; // outlives the tools, which are made anew when a pad is pressed
let heeded = null; // the press of a pad that was taken last

export default function the_game({ view, words, tell, me, player, turn }) {
  // Until a card is laid, whoever lays one begins.
  const open = view.state.played.length === 0;
  let who = player;
  const mine = turn || open;
  let pressed = view.pad && view.pad.press !== heeded ? view.pad.stack : null;
  heeded = view.pad?.press ?? heeded;
  return stepwise("the-game-play", words.play, (again) => {
    const type = (digit) => {
      typed = Number(typed + digit) <= MOST ? String(Number(typed + digit)) : digit;
      again();
    };
    // A card that was scanned waits for its stack: a tap here, or its pad, which the table itself sees to.
    const named = typed || (/^\d{1,2}$/.test(view.picked ?? "") ? view.picked : "");
    const lay = async (stack) => {
      const card = Number(named);
      typed = "";
      again();
      await tell([{ do: "play", player: who, card, stack }]);
    };
    const onto = pressed;
    pressed = null; // a pad lays the card that was named when it was pressed, and none that is named later
    if (onto && mine && Number(typed) >= 2) queueMicrotask(() => lay(onto));
    const inForce = (stack) => {
      const command = view.state.showing?.[stack] ?? null;
      return command && el("small.in-force", {}, words.commands[command] ?? command);
    };
    return [
      mine ? el("h2", {}, me ? words.play : [nameOf(who), ` ${words.turn}`]) : null,
      open && !me && el("div.row", {}, view.players.map((name) => key(nameOf(name), () => {
        who = name;
        again();
      }, { kind: "action", pressed: name === who }))),
      mine
        ? [
            el("div.number-pad", { role: "group", "aria-label": words.number },
              el("output.typed", {}, named || "–"),
              DIGITS.map((digit) => key(digit, () => type(digit), { off: digit === "0" && !typed })),
              key(icon("undo"), () => {
                typed = typed.slice(0, -1);
                again();
              }, { name: words.wipe, off: !typed })),
            el("div.stack-keys", { role: "group", "aria-label": words.whichStack },
              STACKS.map((stack) => key(
                [icon(stack.startsWith("up") ? "up" : "down"), el("b", {}, view.state.stacks[stack]), inForce(stack)], () => lay(stack),
                { name: words.stacks[stack], kind: "action", off: Number(named) < 2, pressed: view.pad ? view.pad.stack === stack : null },
              ))),
            el("div.row", {},
              key(words.endTurn, () => tell([{ do: "end_turn", player: who }]), { kind: "action" }),
              sureKey(words.stuck, words.really, () => tell([{ do: "stuck", player: who }]))),
          ]
        : el("p.hint", {}, nameOf(view.state.turn), ` ${words.turn}`),
      !me && el("div.row.talked", {}, el("span", {}, words.talked), view.players.map((name) => key([icon("says"), nameOf(name)], () => tell([{ do: "talked", player: name }]), { kind: "action", name: `${words.talked} ${name}` }))),
    ];
  });
}
