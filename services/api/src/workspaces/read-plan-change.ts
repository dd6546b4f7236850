// The plan that a request's body asks for, or the refusal that says what is wrong with it.

import type { Plan } from '@kurz/database';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';

const plans: readonly Plan[] = ['free', 'basic', 'pro', 'team', 'business'];

const readBody = makeBodyReader<{ plan: string; isYearly?: boolean }>({
  type: 'object',
  required: ['plan'],
  properties: { plan: { type: 'string' }, isYearly: { type: 'boolean' } },
});

/** Monthly unless told. */
export function readPlanChange(
  body: unknown,
): { kind: 'plan_change'; plan: Plan; isYearly: boolean } | Refusal {
  const read = readBody(body);
  if (read.kind === 'refused') return read;
  const plan = plans.find((known) => known === read.body.plan);
  if (!plan) return refuse('VALIDATION_FAILED', { field: 'plan', reason: 'unknown_plan' });
  return { kind: 'plan_change', plan, isYearly: read.body.isYearly ?? false };
}
