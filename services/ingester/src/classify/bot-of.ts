// Decides bot or human for one visit: HEAD, a prefetch or preview purpose, or an agent that is a bot's.
import { isPrefetch } from './is-prefetch';

/** Everything that is not named here is human. */
export function botOf(visit: { method: string; purpose: string }, isBotAgent: boolean): boolean {
  return isBotAgent || visit.method.toUpperCase() === 'HEAD' || isPrefetch(visit.purpose);
}
