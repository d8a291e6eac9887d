// Chance: the same with the same seed, so that a round can be played again exactly as it was.

/** {seed, below}: below(n) is a whole number from 0 to n - 1. A seed is told in the address as ?seed=7, or made. */
export function seeded(told) {
  const seed = /^\d{1,9}$/.test(told ?? "") ? Number(told) : crypto.getRandomValues(new Uint32Array(1))[0];
  let state = seed >>> 0;
  // mulberry32: small, and even enough for waits and cards.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { seed, below, between: (low, high) => low + below(high - low + 1) };
}
