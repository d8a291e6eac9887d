// What a person says of a turn, in at most three taps; the same in the referee's strip and on a player's phone.

import first_touch from "./first_touch.js";
import hearts_and_numbers from "./hearts_and_numbers.js";
import the_game from "./the_game.js";
import virus from "./virus.js";

const PLAYS = { first_touch, the_game, the_game_extreme: the_game, virus, hearts_and_numbers };

/**
 * The tools of the game that is played, as nodes; null where it has none, or nothing is to be played.
 *
 * about: {view, words, tell, me}. tell(lines) tells them and says what came of it; me is the player whose phone it is, or
 * null for the referee, who speaks for whoever is to move.
 */
export function playTools(about) {
  const { view, me } = about;
  const play = view.state && view.phase === "playing" ? PLAYS[view.game] : null;
  if (!play) return null;
  const player = me ?? view.state.turn;
  return play({ ...about, player, turn: view.state.turn === player });
}

/** What the tools depend on; they are made anew when it changes. */
export const playKey = (view) => (Object.hasOwn(PLAYS, view.game ?? "") ? [view.state, view.legal ?? null, view.pad ?? null, view.picked ?? null] : null);
