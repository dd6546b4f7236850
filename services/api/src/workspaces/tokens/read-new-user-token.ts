// The body of POST /tokens: in which workspaces a person's new token may act, and what in each.

import type { Scope } from '@kurz/database';
import type { TokenLimits } from '../../access/token-limits';
import { refuse, type Refusal } from '../../errors/refusal';
import { makeBodyReader } from '../../http/body-reader';
import type { Grant } from './create-user-token';
import {
  limitProperties,
  readScopes,
  readTokenLimits,
  readTokenName,
  type LimitFields,
} from './read-token-fields';

export type NewUserToken = {
  kind: 'new_token';
  name: string;
  personalScopes: Scope[];
  grants: Grant[];
  limits: TokenLimits;
};

type Fields = LimitFields & {
  name: string;
  personalScopes?: string[];
  grants?: { workspaceId: string; scopes: string[] }[];
};

const names = { type: 'array', items: { type: 'string' } };

const readFields = makeBodyReader<Fields>({
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

const wrong = (reason: 'empty' | 'repeated') => refuse('VALIDATION_FAILED', { field: 'grants', reason });

function readGrants(sent: NonNullable<Fields['grants']>): { kind: 'grants'; grants: Grant[] } | Refusal {
  const grants = new Map<string, readonly Scope[]>();
  for (const { workspaceId, scopes } of sent) {
    const picked = readScopes(scopes, 'grants');
    if (picked.kind === 'refused') return picked;
    if (grants.has(workspaceId)) return wrong('repeated');
    if (picked.scopes.length > 0) grants.set(workspaceId, picked.scopes);
  }
  return { kind: 'grants', grants: [...grants].map(([workspaceId, scopes]) => ({ workspaceId, scopes })) };
}

/** A token that may do nothing anywhere is refused; a workspace with no scopes is as good as left out. */
export function readNewUserToken(body: unknown, now: Date): NewUserToken | Refusal {
  const read = readFields(body);
  if (read.kind === 'refused') return read;
  const named = readTokenName(read.body.name);
  if (named.kind === 'refused') return named;
  const personal = readScopes(read.body.personalScopes ?? [], 'personalScopes');
  if (personal.kind === 'refused') return personal;
  const granted = readGrants(read.body.grants ?? []);
  if (granted.kind === 'refused') return granted;
  if (personal.scopes.length === 0 && granted.grants.length === 0) return wrong('empty');
  const limited = readTokenLimits(read.body, now);
  if (limited.kind === 'refused') return limited;
  const { limits } = limited;
  const { grants } = granted;
  return { kind: 'new_token', name: named.name, personalScopes: personal.scopes, grants, limits };
}
