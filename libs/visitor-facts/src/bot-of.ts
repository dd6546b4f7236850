// Decides bot or human for one visit: HEAD, a prefetch or preview purpose, or an agent that is a bot's.

// Sec-Purpose and Purpose (Chromium, Safari), X-Purpose (old Safari), X-Moz (Firefox); parameters may follow.
const AHEAD_OF_TIME = /\b(?:prefetch|prerender|preview)\b/i;

/** `purpose` is the headers' values as sent, joined by a comma; empty when none. */
export function isPrefetch(purpose: string): boolean {
  return purpose !== '' && AHEAD_OF_TIME.test(purpose);
}

/** Everything that is not named here is human. */
export function botOf(visit: { method: string; purpose: string }, isBotAgent: boolean): boolean {
  return isBotAgent || visit.method.toUpperCase() === 'HEAD' || isPrefetch(visit.purpose);
}
