// Fold: a plan's visits become few rows, the same ones on every replay.

export { admitReferrers, REFERRER_BUDGET } from './admit-referrers';
export { makeFold } from './fold-visits';
export type { FoldedLinkDay } from './folded-link-day';
