// Finds a request's actor from its headers. On a known route nothing else of the request is read before.

import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '@kurz/database';
import type { Refusal } from '../errors/refusal';
import type { PlanTable } from '../plans/plan-table';
import type { BoundLookUp } from '../rate-limits/bound-look-ups';
import { callerAddressOf, exactAddressOf, seenAddressesOf } from '../rate-limits/caller-address-of';
import type { Actor } from './actor';
import { actorOf, unauthorized } from './actor-of';
import { bearerOf } from './bearer-of';
import { findToken, type FoundToken } from './find-token';
import { makeSingleFlight } from './single-flight';
import { hashTokenSecret } from './token-secret';
import type { TokenUses } from './token-uses';

/** `socketAddress`: the connection's peer address. */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  socketAddress?: string,
) => Promise<{ kind: 'actor'; actor: Actor } | Refusal>;

const WORKSPACE_ID = /^ws_[0-9A-Za-z]{16,64}$/;

/** A malformed header becomes the empty name, which no workspace has: NOT_GRANTED, as for any foreign id. */
function namedWorkspaceOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-workspace-id'];
  if (header === undefined) return undefined;
  return typeof header === 'string' && WORKSPACE_ID.test(header) ? header : '';
}

/** Asks the database once; not at all for a malformed token or an address over its limit. */
export function makeAuthenticate(
  deps: { db: Db; boundLookUp: BoundLookUp; tokenUses?: Pick<TokenUses, 'note'> },
  settings: { tokenPepper: string; oldTokenPepper?: string; plans?: PlanTable; trustedProxies?: number },
): Authenticate {
  const { tokenPepper, oldTokenPepper, plans, trustedProxies = 0 } = settings;
  const singleFlight = makeSingleFlight<FoundToken | undefined>();
  return async (headers, socketAddress) => {
    const secret = bearerOf(headers.authorization);
    if (secret === undefined) return unauthorized('UNAUTHORIZED');
    const named = namedWorkspaceOf(headers);
    const seen = seenAddressesOf(headers, socketAddress);
    const secretHash = hashTokenSecret(secret, tokenPepper);
    const asked = {
      key: `token:${secretHash.toString('base64')}`,
      address: callerAddressOf(seen, trustedProxies),
    };
    const clientAddress = exactAddressOf(seen, trustedProxies);
    const lookedUp = await deps.boundLookUp(asked, () =>
      singleFlight(JSON.stringify([asked.key, named, clientAddress]), () =>
        findToken(deps.db, {
          secretHash,
          oldSecretHash: oldTokenPepper === undefined ? undefined : hashTokenSecret(secret, oldTokenPepper),
          namedWorkspaceId: named,
          clientAddress,
        }),
      ),
    );
    if (lookedUp.kind === 'refused') return lookedUp;
    const { found } = lookedUp;
    if (!found) return unauthorized('UNAUTHORIZED');
    deps.tokenUses?.note(found, secretHash);
    return actorOf(found, named, plans);
  };
}
