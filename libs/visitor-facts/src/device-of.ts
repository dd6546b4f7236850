// The device family of a User-Agent, from a closed list.
import { deviceRules } from './device-rules';
import { firstFamily } from './first-family';

/** Every value that `deviceOf` can return. */
export const deviceFamilies: ReadonlySet<string> = new Set([
  ...deviceRules.map(([family]) => family),
  'other',
]);

export function deviceOf(agent: string): string {
  return firstFamily(deviceRules, agent);
}
