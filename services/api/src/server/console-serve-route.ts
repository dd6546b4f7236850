// The way of a request through a known endpoint of the web app: origin, session, role, transfer, body, handler. The
// first refusal ends it. A client may hold its body back for seconds: session, role and transfer are looked up again
// then. Cookies are sent with every outcome of the handler.

import type { IncomingMessage } from 'node:http';
import { isSecureRequest } from '@kurz/process';
import type { AdmitRequest } from '../admission/admit-request';
import type { Principals } from '../admission/byte-budget';
import { makeFairSemaphore } from '@kurz/resilience';
import { refuse, type Refusal } from '../errors/refusal';
import type { ConsoleRoute } from '../http/console-route';
import { refusalOfNul } from '../http/nul-field-of';
import type { Answer } from '../http/route';
import { callerAddressOf, seenAddressesOf } from '../rate-limits/caller-address-of';
import { cookiesOf } from '../sessions/cookies-of';
import type { AuthorizeConsole } from './console-authorization';
import { isFromOwnPage } from './console-origin';
import type { RouteRequest } from './serve-route';

export type ServeConsoleRoute = (
  route: ConsoleRoute,
  request: RouteRequest,
) => Promise<Answer | Refusal | { kind: 'aborted' }>;

const QUEUE = { queueLength: 5_000, queueLengthPerKey: 600, maxWaitMs: 12_000 };
/** The share of a person: a page sends several requests at once, and a domain verification waits 5 s for the DNS. */
const PERSON_SHARES = { ...QUEUE, permits: 200, permitsPerKey: 8 };
/** The share of an address: a sign-in takes one of the process's four threads for 50 ms, and 19 MiB. */
const ANONYMOUS_SHARES = { ...QUEUE, permits: 4, permitsPerKey: 2 };

/** Far deeper than any body of a page: functions that clone or compare a body recurse once per level. */
const MAX_DEPTH = 32;

/** Endpoints that need nothing but their path are called without a body. */
function hasBodyOf(route: ConsoleRoute, { headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return route.method !== 'GET' && (length !== '0' || encoding !== undefined);
}

export function makeServeConsoleRoute(
  deps: { authorize: AuthorizeConsole; admitRequest: AdmitRequest },
  settings: { trustedProxies?: number },
): ServeConsoleRoute {
  const { trustedProxies = 0 } = settings;
  const runOfPerson = makeFairSemaphore(PERSON_SHARES);
  const runOfAnonymous = makeFairSemaphore(ANONYMOUS_SHARES);
  return async (route, { message, params, query, requestId, addHeaders, whenClosed }) => {
    const isSecure = isSecureRequest(message, trustedProxies);
    if (route.method !== 'GET' && !isFromOwnPage(message, isSecure)) return refuse('CSRF_REJECTED');
    const cookies = cookiesOf(message.headers.cookie);
    const clientAddress = callerAddressOf(
      seenAddressesOf(message.headers, message.socket.remoteAddress),
      trustedProxies,
    );
    const asking = { message, cookies, params, clientAddress };
    const authorization = await deps.authorize(route, asking);
    if (authorization.kind === 'refused') return authorization;
    const isWhole = message.complete;
    const { principal, workspaceId } = authorization;
    const hasBody = hasBodyOf(route, message);
    const principals: Principals =
      principal === undefined
        ? { kind: 'anonymous', address: clientAddress }
        : { kind: 'known', names: workspaceId === undefined ? [principal] : [workspaceId, principal] };
    const admitted = deps.admitRequest(principals, { message, hasBody, whenClosed });
    if (admitted.kind === 'refused') return admitted;
    const readBody = () => (route.takesCsv ? admitted.readCsv() : admitted.readBody({ maxDepth: MAX_DEPTH }));
    const body = hasBody ? await readBody() : { kind: 'body' as const, value: undefined };
    if (body.kind !== 'body') return body;
    const isAgain = hasBody && !isWhole && principal !== undefined;
    const current = isAgain ? await deps.authorize(route, { ...asking, isAgain }) : authorization;
    if (current.kind === 'refused') return current;
    const refusal = refusalOfNul(params) ?? refusalOfNul(query);
    if (refusal) return refusal;
    const asked = {
      params,
      query,
      body: body.value,
      headers: message.headers,
      cookies,
      isSecure,
      clientAddress,
      requestId,
      reserve: admitted.reserve,
    };
    const work = () => current.handle(asked);
    const done = principal === undefined ? runOfAnonymous(clientAddress, work) : runOfPerson(principal, work);
    const { cookies: setCookies, ...outcome } = await done;
    if (setCookies) addHeaders({ 'Set-Cookie': setCookies });
    return outcome.kind === 'answer' ? admitted.makeRoom(outcome) : outcome;
  };
}
