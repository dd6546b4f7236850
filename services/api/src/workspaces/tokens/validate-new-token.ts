// Validates the bodies of new tokens, a workspace's and a person's: name, scopes, grants, end and networks.

import type { Scope } from '@kurz/database';
import { isCalendarDay } from '@kurz/process';
import { scopesNamed } from '../../access/scopes';
import { isNetwork, MAX_NETWORKS, type TokenLimits } from '../../access/token-limits';
import { refuse, type Refusal } from '../../errors/refusal';
import { makeBodyReader } from '../../http/body-reader';
import type { Grant } from './create-user-token';

/** `field`: the field of the body that they stood in. */
export function validateScopes(
  names: readonly string[],
  field: string,
): { kind: 'scopes'; scopes: Scope[] } | Refusal {
  const outcome = scopesNamed(names);
  if (outcome.kind === 'scopes') return outcome;
  return refuse('VALIDATION_FAILED', { field, reason: 'not_offered' });
}

const MAX_TOKEN_NAME_CHARACTERS = 100;

const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** Returns the name without the white space around it. */
export function validateTokenName(sent: string): { kind: 'name'; name: string } | Refusal {
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

const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function timeOf(text: string): Date | undefined {
  const [, day = ''] = TIME.exec(text) ?? [];
  const time = new Date(text);
  return isCalendarDay(day) && !Number.isNaN(time.getTime()) ? time : undefined;
}

export function validateTokenLimits(
  { expiresAt, networks = [] }: LimitFields,
  now: Date,
): { kind: 'limits'; limits: TokenLimits } | Refusal {
  const end = expiresAt === undefined || expiresAt === null ? null : timeOf(expiresAt);
  if (end === undefined) return refuse('VALIDATION_FAILED', { field: 'expiresAt', reason: 'not_a_time' });
  if (end && end <= now) return refuse('VALIDATION_FAILED', { field: 'expiresAt', reason: 'in_the_past' });
  const wrong = (reason: 'too_many' | 'not_a_network') =>
    refuse('VALIDATION_FAILED', { field: 'networks', reason, max: MAX_NETWORKS });
  if (networks.length > MAX_NETWORKS) return wrong('too_many');
  if (!networks.every(isNetwork)) return wrong('not_a_network');
  return { kind: 'limits', limits: { expiresAt: end, networks } };
}

export type NewWorkspaceToken = { kind: 'new_token'; name: string; scopes: Scope[]; limits: TokenLimits };

const readWorkspaceTokenFields = makeBodyReader<{ name: string; scopes: string[] } & LimitFields>({
  type: 'object',
  required: ['name', 'scopes'],
  properties: {
    name: { type: 'string' },
    scopes: { type: 'array', items: { type: 'string' } },
    ...limitProperties,
  },
});

export function validateNewWorkspaceToken(body: unknown, now: Date): NewWorkspaceToken | Refusal {
  const read = readWorkspaceTokenFields(body);
  if (read.kind === 'refused') return read;
  const named = validateTokenName(read.body.name);
  if (named.kind === 'refused') return named;
  const picked = validateScopes(read.body.scopes, 'scopes');
  if (picked.kind === 'refused') return picked;
  if (picked.scopes.length === 0) return refuse('VALIDATION_FAILED', { field: 'scopes', reason: 'empty' });
  const limited = validateTokenLimits(read.body, now);
  if (limited.kind === 'refused') return limited;
  return { kind: 'new_token', name: named.name, scopes: picked.scopes, limits: limited.limits };
}

/** The workspaces in which a person's new token may act, and what it may do in each. */
export type NewUserToken = {
  kind: 'new_token';
  name: string;
  personalScopes: Scope[];
  grants: Grant[];
  limits: TokenLimits;
};

type UserTokenFields = LimitFields & {
  name: string;
  personalScopes?: string[];
  grants?: { workspaceId: string; scopes: string[] }[];
};

const names = { type: 'array', items: { type: 'string' } };

const readUserTokenFields = makeBodyReader<UserTokenFields>({
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    personalScopes: names,
    ...limitProperties,
    grants: {
      type: 'array',
      items: {
        type: 'object',
        required: ['workspaceId', 'scopes'],
        properties: { workspaceId: { type: 'string' }, scopes: names },
      },
    },
  },
});

const wrongGrants = (reason: 'empty' | 'repeated') =>
  refuse('VALIDATION_FAILED', { field: 'grants', reason });

function readGrants(
  sent: NonNullable<UserTokenFields['grants']>,
): { kind: 'grants'; grants: Grant[] } | Refusal {
  const grants = new Map<string, readonly Scope[]>();
  for (const { workspaceId, scopes } of sent) {
    const picked = validateScopes(scopes, 'grants');
    if (picked.kind === 'refused') return picked;
    if (grants.has(workspaceId)) return wrongGrants('repeated');
    if (picked.scopes.length > 0) grants.set(workspaceId, picked.scopes);
  }
  return { kind: 'grants', grants: [...grants].map(([workspaceId, scopes]) => ({ workspaceId, scopes })) };
}

/** A token that may do nothing anywhere is refused. A workspace with no scopes counts as left out. */
export function validateNewUserToken(body: unknown, now: Date): NewUserToken | Refusal {
  const read = readUserTokenFields(body);
  if (read.kind === 'refused') return read;
  const named = validateTokenName(read.body.name);
  if (named.kind === 'refused') return named;
  const personal = validateScopes(read.body.personalScopes ?? [], 'personalScopes');
  if (personal.kind === 'refused') return personal;
  const granted = readGrants(read.body.grants ?? []);
  if (granted.kind === 'refused') return granted;
  if (personal.scopes.length === 0 && granted.grants.length === 0) return wrongGrants('empty');
  const limited = validateTokenLimits(read.body, now);
  if (limited.kind === 'refused') return limited;
  const { limits } = limited;
  const { grants } = granted;
  return { kind: 'new_token', name: named.name, personalScopes: personal.scopes, grants, limits };
}
