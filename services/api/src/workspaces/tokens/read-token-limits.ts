// Until when and from where a new token works, as both cards of the settings and the admin command say it.

import { isNetwork, MAX_NETWORKS, type TokenLimits } from '../../access/token-limits';
import { refuse, type Refusal } from '../../errors/refusal';

export type LimitFields = { expiresAt?: string | null; networks?: string[] };

/** For the schema of a body. */
export const limitProperties = {
  expiresAt: { type: 'string', nullable: true },
  networks: { type: 'array', items: { type: 'string' } },
};

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export function readTokenLimits(
  { expiresAt, networks = [] }: LimitFields,
  now: Date,
): { kind: 'limits'; limits: TokenLimits } | Refusal {
  const never = expiresAt === undefined || expiresAt === null;
  const end = never ? null : new Date(TIME.test(expiresAt) ? expiresAt : Number.NaN);
  if (end && Number.isNaN(end.getTime())) {
    return refuse('VALIDATION_FAILED', { field: 'expiresAt', reason: 'not_a_time' });
  }
  if (end && end <= now) return refuse('VALIDATION_FAILED', { field: 'expiresAt', reason: 'in_the_past' });
  const wrong = (reason: 'too_many' | 'not_a_network') =>
    refuse('VALIDATION_FAILED', { field: 'networks', reason, max: MAX_NETWORKS });
  if (networks.length > MAX_NETWORKS) return wrong('too_many');
  if (!networks.every(isNetwork)) return wrong('not_a_network');
  return { kind: 'limits', limits: { expiresAt: end, networks } };
}
