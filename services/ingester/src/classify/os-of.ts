// The operating-system family of a User-Agent, from a closed list.
import { firstFamily } from './first-family';
import { osRules } from './os-rules';

/** Every value that `osOf` can return. */
export const osFamilies: ReadonlySet<string> = new Set([...osRules.map(([family]) => family), 'other']);

export function osOf(agent: string): string {
  return firstFamily(osRules, agent);
}
