// Repeatable randomness: tests print the seed, and KURZ_TEST_SEED sets it to repeat a failed run.

export type Random = {
  seed: number;
  /** A whole number from `least` to `most`, both included. */
  between: (least: number, most: number) => number;
};

/** mulberry32: 32 bits of state are enough to choose moments. */
export function seededRandom(given = process.env['KURZ_TEST_SEED']): Random {
  const seed = given === undefined ? Date.now() % 2 ** 32 : Number(given);
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, between: (least, most) => least + Math.floor(next() * (most - least + 1)) };
}
