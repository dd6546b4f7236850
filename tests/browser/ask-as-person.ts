// Requests of /x by somebody else than the owner, or by another browser of the owner.

import type { OpenedConsole } from './open-console';

/** `headers`: that person's Cookie, or the browser's User-Agent. */
export const askAsPerson =
  ({ product: { url } }: OpenedConsole, headers: Readonly<Record<string, string>> = {}) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${url}/x${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        Origin: url,
        'X-Requested-With': 'test',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

/** The cookies that an answer sets, as a Cookie header. */
export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((value) => value.split(';', 1)[0])
    .join('; ');
