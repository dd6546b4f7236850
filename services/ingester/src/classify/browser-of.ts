// The browser family of a User-Agent, from a closed list.
import { browserRules } from './browser-rules';
import { firstFamily } from './first-family';

/** Every value that `browserOf` can return. */
export const browserFamilies: ReadonlySet<string> = new Set([
  ...browserRules.map(([family]) => family),
  'other',
]);

export function browserOf(agent: string): string {
  return firstFamily(browserRules, agent);
}
