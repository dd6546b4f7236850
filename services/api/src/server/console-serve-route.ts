// The way of a request through a known endpoint of the web app: origin, session, role, transfer, body, handler. The
// first that refuses ends it. Cookies go out with whatever the handler's outcome is.

import type { IncomingMessage } from 'node:http';
import type { ConsoleRoute } from '../console/console-route';
import { cookiesOf } from '../console/sessions/cookies-of';
import { refuse, type Refusal } from '../errors/refusal';
import { clientAddressOf } from '../rate-limits/client-address-of';
import type { Admit } from './console-admission';
import { isFromOwnPage, isSecureRequest } from './console-origin';
import { readJsonBody, type BodyOutcome } from './read-json-body';
import { refuseNul, type RouteRequest } from './serve-route';
import type { Answer } from './route';

export type ServeConsoleRoute = (
  route: ConsoleRoute,
  request: RouteRequest,
) => Promise<Answer | Refusal | { kind: 'aborted' }>;

/** Endpoints that need nothing but their path are called without a body. */
async function bodyOf(route: ConsoleRoute, message: IncomingMessage): Promise<BodyOutcome> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = message.headers;
  const hasBody = route.method !== 'GET' && (length !== '0' || encoding !== undefined);
  return hasBody ? readJsonBody(message) : { kind: 'body', value: undefined };
}

function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = headers['x-forwarded-for'];
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  return clientAddressOf({ socketAddress: socket.remoteAddress, forwardedFor }, trustedProxies);
}

export function makeServeConsoleRoute(
  deps: { admit: Admit },
  settings: { trustedProxies?: number },
): ServeConsoleRoute {
  const { trustedProxies = 0 } = settings;
  return async (route, { message, params, query, requestId, addHeaders }) => {
    const isSecure = isSecureRequest(message, trustedProxies);
    if (route.method !== 'GET' && !isFromOwnPage(message, isSecure)) return refuse('CSRF_REJECTED');
    const cookies = cookiesOf(message.headers.cookie);
    const admission = await deps.admit(route, { message, cookies, params });
    if (admission.kind === 'refused') return admission;
    const body = await bodyOf(route, message);
    if (body.kind !== 'body') return body;
    const refusal = refuseNul(params) ?? refuseNul(query) ?? refuseNul(body.value);
    if (refusal) return refusal;
    const { cookies: setCookies, ...outcome } = await admission.handle({
      params,
      query,
      body: body.value,
      headers: message.headers,
      cookies,
      isSecure,
      clientAddress: addressOf(message, trustedProxies),
      requestId,
    });
    if (setCookies) addHeaders({ 'Set-Cookie': setCookies });
    return outcome;
  };
}
