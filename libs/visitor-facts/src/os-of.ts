// The operating-system family of a User-Agent, from a closed list.
import { makeFamilyOf } from './make-family-of';
import { osRules } from './os-rules';

/** Every value that `osOf` can return. */
export const osFamilies: ReadonlySet<string> = new Set([...osRules.map(([family]) => family), 'other']);

export const osOf = makeFamilyOf(osRules, 'Android');
