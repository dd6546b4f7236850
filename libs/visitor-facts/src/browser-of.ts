// The browser family of a User-Agent, from a closed list.
import { browserRules } from './browser-rules';
import { makeFamilyOf } from './make-family-of';

/** Every value that `browserOf` can return. */
export const browserFamilies: ReadonlySet<string> = new Set([
  ...browserRules.map(([family]) => family),
  'other',
]);

export const browserOf = makeFamilyOf(browserRules, 'Firefox');
