// The browser family of a User-Agent, from a closed list.
import { browserRules } from './browser-rules';
import { makeFamilyOf } from './make-family-of';

export const browserOf = makeFamilyOf(browserRules, 'Firefox');
