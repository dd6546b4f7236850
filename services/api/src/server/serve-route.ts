// The way of a request through a known route: token, rate limit, scope, transfer, memory, body, handler. The first
// refusal ends it. A client may hold its body back for seconds: token, scope and transfer are looked up again then, so
// that nothing is done by rights that have ended.

import type { IncomingMessage } from 'node:http';
import type { Scope } from '@kurz/database';
import { within } from '@kurz/resilience';
import type { Actor } from '../access/actor';
import type { Authenticate } from '../access/authenticate';
import type { AdmitRequest } from '../admission/admit-request';
import { semaphoreKeysOf } from '../admission/semaphore-keys-of';
import { refuse, type Refusal } from '../errors/refusal';
import { refusalOfNul } from '../http/nul-field-of';
import { type Answer, type ApiRequest, type Route, TRANSFER_RETRY_SECONDS } from '../http/route';
import { WorkspaceDeleted } from '../links/insert-links';
import type { RateLimits } from '../rate-limits/rate-limits';

/** Long enough for a busy database, short enough that a caller gets 503 within 3 s. */
const ACCESS_LIMIT_MS = 2_500;

export type RouteRequest = Pick<ApiRequest, 'params' | 'query' | 'requestId'> & {
  message: IncomingMessage;
  /** Adds headers to the answer, whatever it will be, that of a thrown error included. */
  addHeaders: (headers: Readonly<Record<string, string | readonly string[]>>) => void;
  /** Calls `then` when the answer has left or the client is gone. */
  whenClosed: (then: () => void) => void;
};
export type ServeRoute = (
  route: Route,
  request: RouteRequest,
) => Promise<Answer | Refusal | { kind: 'aborted' }>;

type Deps = { authenticate: Authenticate; rateLimits: RateLimits; admitRequest: AdmitRequest };

/** Names the role when the scope was granted but the role withholds it. */
function refusalOfScope({ withheld }: Actor, scope: Scope): Refusal {
  return withheld?.scopes.includes(scope)
    ? refuse('SCOPE_BEYOND_ROLE', { scope, role: withheld.role })
    : refuse('SCOPE_REQUIRED', { scope });
}

function refusalOf(route: Route, actor: Actor): Refusal | undefined {
  if (!actor.scopes.includes(route.scope)) return refusalOfScope(actor, route.scope);
  return route.isWrite && actor.workspace.isInTransfer
    ? refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS })
    : undefined;
}

export function makeServeRoute(deps: Deps): ServeRoute {
  const lookUpAccess = async (message: IncomingMessage) => {
    const access = await within(
      ACCESS_LIMIT_MS,
      deps.authenticate(message.headers, message.socket.remoteAddress),
    );
    // refused without a look-up: the database was not queried
    if (access.kind !== 'refused' || access.code === 'RATE_LIMITED') return access;
    return (await deps.rateLimits.takeAnonymous(message)) ?? access;
  };

  const lookUpAgain = async (route: Route, message: IncomingMessage) => {
    const access = await lookUpAccess(message);
    return access.kind === 'refused' ? access : (refusalOf(route, access.actor) ?? access);
  };

  return async (route, { message, params, query, requestId, addHeaders, whenClosed }) => {
    const access = await lookUpAccess(message);
    if (access.kind === 'refused') return access;
    const isWhole = message.complete;
    const taken = await deps.rateLimits.takeActor(access.actor);
    if (taken.kind === 'refused') return taken;
    addHeaders(taken.headers);
    const forbidden = refusalOf(route, access.actor);
    if (forbidden) return forbidden;
    const hasBody = route.method === 'POST' || route.method === 'PATCH';
    const names = semaphoreKeysOf(access.actor).filter((name) => name !== null);
    const admitted = deps.admitRequest({ kind: 'known', names }, { message, hasBody, whenClosed });
    if (admitted.kind === 'refused') return admitted;
    const body = hasBody ? await admitted.readBody() : { kind: 'body' as const, value: undefined };
    if (body.kind !== 'body') return body;
    const current = hasBody && !isWhole ? await lookUpAgain(route, message) : access;
    if (current.kind === 'refused') return current;
    const refusal = refusalOfNul(params) ?? refusalOfNul(query);
    if (refusal) return refusal;
    const { headers } = message;
    const { actor } = current;
    const { reserve, makeRoom } = admitted;
    const request = { params, query, body: body.value, headers, actor, requestId, reserve };
    const outcome = await route.handle(request).catch((error: unknown) => {
      if (error instanceof WorkspaceDeleted) return refuse('NOT_GRANTED');
      throw error;
    });
    return outcome.kind === 'answer' ? makeRoom(outcome) : outcome;
  };
}
