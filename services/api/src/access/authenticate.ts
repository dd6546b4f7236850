// From a request's headers to its actor: the server asks before it looks at anything else of a known route.

import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '@kurz/database';
import type { Refusal } from '../errors/refusal';
import type { PlanTable } from '../plans/plan-table';
import type { Actor } from './actor';
import { actorOf } from './actor-of';
import { bearerOf } from './bearer-of';
import { findToken } from './find-token';
import { hashTokenSecret } from './hash-token-secret';
import { unauthorized } from './unauthorized';

export type Authenticate = (
  headers: IncomingHttpHeaders,
) => Promise<{ kind: 'actor'; actor: Actor } | Refusal>;

const WORKSPACE_ID = /^ws_[0-9A-Za-z]{16,64}$/;

/** The empty name, which no workspace has, stands for anything malformed: it ends as NOT_GRANTED like any foreign id. */
function namedWorkspaceOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-workspace-id'];
  if (header === undefined) return undefined;
  return typeof header === 'string' && WORKSPACE_ID.test(header) ? header : '';
}

/** Asks the database once, or not at all for what cannot be a token. */
export function makeAuthenticate(
  deps: { db: Db },
  settings: { tokenPepper: string; plans?: PlanTable },
): Authenticate {
  return async (headers) => {
    const secret = bearerOf(headers.authorization);
    if (secret === undefined) return unauthorized('UNAUTHORIZED');
    const named = namedWorkspaceOf(headers);
    const found = await findToken(deps.db, hashTokenSecret(secret, settings.tokenPepper), named);
    return found ? actorOf(found, named, settings.plans) : unauthorized('UNAUTHORIZED');
  };
}
