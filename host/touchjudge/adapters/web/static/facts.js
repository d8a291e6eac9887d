// What the table can play and who played before, asked once: games with their options and lines, names.

import { comeIn, standing } from "./door.js";
import { ask } from "./link.js";

let known = null;

/** {games, names}; empty when the table was not reached, and then asked again the next time. */
export async function facts() {
  known ??= await ask("/api/games");
  return known ?? { games: [], names: [] };
}

/** The facts of a game among those. */
export function gameFacts(all, name) {
  return all.games.find((game) => game.name === name) ?? null;
}

/** The line that began the newest game, as it was told; null when there is none. */
export async function lastStart() {
  if (!(await standing()).inside) {
    comeIn();
    return null;
  }
  const lines = (await ask("/api/history")) ?? [];
  const begun = lines.findLast(({ told, undone, rulings }) => told.do === "start" && !undone && rulings.length);
  if (!begun) return null;
  const { t_us, bound_us, by, ...line } = begun.told;
  return line;
}
