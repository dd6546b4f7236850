// Reads the purpose headers of a visit: `prefetch`, `prefetch;prerender`, `preview`, … mean that nobody has come yet.

// Sec-Purpose and Purpose (Chromium, Safari), X-Purpose (old Safari), X-Moz (Firefox); parameters may follow.
const AHEAD_OF_TIME = /\b(?:prefetch|prerender|preview)\b/i;

/** `purpose` is the headers' values as sent, joined by a comma; empty when none. */
export function isPrefetch(purpose: string): boolean {
  return purpose !== '' && AHEAD_OF_TIME.test(purpose);
}
