// The operating-system family of a User-Agent, from a closed list.
import { makeFamilyOf } from './make-family-of';
import { osRules } from './os-rules';

export const osOf = makeFamilyOf(osRules, 'Android');
