// What a person says of a turn, in at most three taps; the same in the referee's strip and on a player's phone.

import { el } from "../dom.js";
import { photoKey } from "../photo.js";
import first_touch from "./first_touch.js";
import hearts_and_numbers from "./hearts_and_numbers.js";
import the_game from "./the_game.js";
import virus from "./virus.js";

const CARDLESS = new Set(["first_touch"]);
const PLAYS = { first_touch, the_game, the_game_extreme: the_game, virus, hearts_and_numbers };

/**
 * The tools of the game that is played, as nodes; null where it has none, or nothing is to be played.
 *
 * about: {view, words, tell, answered, me}. tell(lines) tells them and says what came of it; answered(answer) says what came
 * of something that was told already; me is the player whose phone it is, or null for the referee, who speaks for whoever is
 * to move.
 */
export function playTools(about) {
  const { view, words, me, answered } = about;
  const play = view.state && view.phase === "playing" ? PLAYS[view.game] : null;
  if (!play) return null;
  const player = me ?? view.state.turn;
  const tools = play({ ...about, player, turn: view.state.turn === player });
  return CARDLESS.has(view.game) ? tools : [tools, el("div.row", {}, photoKey(words, answered))];
}

/** What the tools depend on; they are made anew when it changes. */
export const playKey = (view) => (Object.hasOwn(PLAYS, view.game ?? "") ? [view.state, view.legal ?? null, view.pad ?? null, view.picked ?? null] : null);
