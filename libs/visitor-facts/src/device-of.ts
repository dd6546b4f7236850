// The device family of a User-Agent, from a closed list.
import { deviceRules } from './device-rules';
import { firstFamily } from './first-family';

export function deviceOf(agent: string): string {
  return firstFamily(deviceRules, agent);
}
