// Checks the fields of a new token: its name, its scopes, until when and from where it works.

import type { Scope } from '@kurz/database';
import { scopesNamed } from '../../access/scopes';
import { isNetwork, MAX_NETWORKS, type TokenLimits } from '../../access/token-limits';
import { refuse, type Refusal } from '../../errors/refusal';

/** `field`: the field of the body that they stood in. */
export function readScopes(
  names: readonly string[],
  field: string,
): { kind: 'scopes'; scopes: Scope[] } | Refusal {
  const outcome = scopesNamed(names);
  if (outcome.kind === 'scopes') return outcome;
  return refuse('VALIDATION_FAILED', { field, reason: 'not_offered' });
}

const MAX_TOKEN_NAME_CHARACTERS = 100;

const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** Without the white space around it. */
export function readTokenName(sent: string): { kind: 'name'; name: string } | Refusal {
  const name = sent.trim();
  const wrong = (reason: 'empty' | 'unusable_characters' | 'too_long') =>
    refuse('VALIDATION_FAILED', { field: 'name', reason, max: MAX_TOKEN_NAME_CHARACTERS });
  if (name === '') return wrong('empty');
  if (UNUSABLE.test(name)) return wrong('unusable_characters');
  return [...name].length > MAX_TOKEN_NAME_CHARACTERS ? wrong('too_long') : { kind: 'name', name };
}

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
