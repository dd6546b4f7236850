// How long the primary waits before it replaces a worker that ended by itself.

const FIRST_MS = 100;
const MAX_MS = 5_000;

/** `shortLives`: how many lives of this slot in a row were short. The first replacement comes almost at once. */
export function restartDelayOf(shortLives: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(shortLives, 10));
}
