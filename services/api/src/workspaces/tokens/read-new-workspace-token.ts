// The body of POST /workspaces/:workspace/tokens.

import type { Scope } from '@kurz/database';
import type { TokenLimits } from '../../access/token-limits';
import { refuse, type Refusal } from '../../errors/refusal';
import { makeBodyReader } from '../../http/body-reader';
import {
  limitProperties,
  readScopes,
  readTokenLimits,
  readTokenName,
  type LimitFields,
} from './read-token-fields';

export type NewWorkspaceToken = { kind: 'new_token'; name: string; scopes: Scope[]; limits: TokenLimits };

const readFields = makeBodyReader<{ name: string; scopes: string[] } & LimitFields>({
  type: 'object',
  required: ['name', 'scopes'],
  properties: {
    name: { type: 'string' },
    scopes: { type: 'array', items: { type: 'string' } },
    ...limitProperties,
  },
});

export function readNewWorkspaceToken(body: unknown, now: Date): NewWorkspaceToken | Refusal {
  const read = readFields(body);
  if (read.kind === 'refused') return read;
  const named = readTokenName(read.body.name);
  if (named.kind === 'refused') return named;
  const picked = readScopes(read.body.scopes, 'scopes');
  if (picked.kind === 'refused') return picked;
  if (picked.scopes.length === 0) return refuse('VALIDATION_FAILED', { field: 'scopes', reason: 'empty' });
  const limited = readTokenLimits(read.body, now);
  if (limited.kind === 'refused') return limited;
  return { kind: 'new_token', name: named.name, scopes: picked.scopes, limits: limited.limits };
}
