// The way of a request through a known route: token, rate limit, scope, transfer, body, handler. The first that refuses
// ends it.

import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '../access/authenticate';
import { refuse, type Refusal } from '../errors/refusal';
import type { RateLimits } from '../rate-limits/rate-limits';
import { nulFieldOf } from './nul-field-of';
import { readJsonBody } from './read-json-body';
import type { Answer, ApiRequest, Route } from './route';
import { settleInTime } from './settle-in-time';

/** Long enough for a busy database, short enough that a caller hears 503 within 3 s. */
const ACCESS_LIMIT_MS = 2_500;
/** What a transfer may still take; the caller is asked to come back after it. */
export const TRANSFER_RETRY_SECONDS = '30';

export type RouteRequest = Pick<ApiRequest, 'params' | 'query' | 'requestId'> & {
  message: IncomingMessage;
  /** Takes what goes out with the answer whatever it will be, that of a thrown error included. */
  addHeaders: (headers: Readonly<Record<string, string | readonly string[]>>) => void;
};
export type ServeRoute = (
  route: Route,
  request: RouteRequest,
) => Promise<Answer | Refusal | { kind: 'aborted' }>;

export function refuseNul(value: unknown): Refusal | undefined {
  const field = nulFieldOf(value);
  return field === undefined ? undefined : refuse('VALIDATION_FAILED', { field, reason: 'has_nul' });
}

export function makeServeRoute(deps: { authenticate: Authenticate; rateLimits: RateLimits }): ServeRoute {
  return async (route, { message, params, query, requestId, addHeaders }) => {
    const access = await settleInTime(deps.authenticate(message.headers), ACCESS_LIMIT_MS);
    if (access.kind === 'refused') return (await deps.rateLimits.takeStranger(message)) ?? access;
    const { actor } = access;
    const taken = await deps.rateLimits.takeActor(actor);
    if (taken.kind === 'refused') return taken;
    addHeaders(taken.headers);
    if (!actor.scopes.includes(route.scope)) return refuse('SCOPE_REQUIRED', { scope: route.scope });
    if (route.isWrite && actor.workspace.isInTransfer) {
      return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
    }
    const hasBody = route.method === 'POST' || route.method === 'PATCH';
    const body = hasBody ? await readJsonBody(message) : { kind: 'body' as const, value: undefined };
    if (body.kind !== 'body') return body;
    const refusal = refuseNul(params) ?? refuseNul(query);
    if (refusal) return refusal;
    return route.handle({ params, query, body: body.value, headers: message.headers, actor, requestId });
  };
}
