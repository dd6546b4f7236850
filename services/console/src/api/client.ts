// The typed client of the endpoints behind the app (/x). It adds the headers of every request and renews an ended
// session once. A refusal becomes ApiError; a request that reaches no server becomes OfflineError.

import createClient, { type Middleware } from 'openapi-fetch';
import { readLanguage } from '../i18n/language';
import { ApiError, OfflineError } from './api-error';
import { renewSession } from './renew-session';
import type { paths } from './schema';

/** A header that no form of another site can send. The client adds it to every request; some types require it too. */
export const OWN_PAGE = { 'X-Requested-With': 'kurz-console' } as const;

const withHeaders: Middleware = {
  onRequest: ({ request }) => {
    request.headers.set('Accept-Language', readLanguage());
    request.headers.set('X-Requested-With', OWN_PAGE['X-Requested-With']);
    return request;
  },
};

/** Endpoints whose 401 is about typed credentials, or that are the renewal itself. */
const WITHOUT_RENEWAL = /^\/x\/(session|password-resets|invitations\/(read|sign-up))(\/|$)/;

async function sendOnce(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new OfflineError();
  }
}

/** Sends a request, and again after a renewal when the session has ended. A failed renewal does not end the session. */
async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const began = Date.now();
  const answer = await sendOnce(request);
  if (answer.status !== 401 || WITHOUT_RENEWAL.test(new URL(request.url).pathname)) return answer;
  const renewal = await renewSession(began);
  switch (renewal.kind) {
    case 'renewed':
      return sendOnce(again);
    case 'ended':
      return answer;
    case 'refused':
      // cloned, because other requests wait for the same renewal
      return renewal.answer.clone();
    case 'unreached':
      throw new OfflineError();
  }
}

export const api = createClient<paths>({ baseUrl: '/x', fetch: send });
api.use(withHeaders);

const NOT_MODIFIED = 304;

type Answered<T> = { data?: T; error?: unknown; response: Response };

/** Excludes CSV from the type of a response: the browser itself fetches CSV, as a file. */
type Json<T> = Exclude<T, string>;

/** The body of an answer. Throws ApiError for a refusal. */
export async function unwrap<T>(answer: Promise<Answered<T>>): Promise<Json<T>> {
  const { data, error, response } = await answer;
  if (!response.ok) throw ApiError.of(response, error);
  // a 204 has no body, and its type says undefined
  return data as Json<T>;
}

/** Like unwrapTagged, for a request with If-None-Match: `unchanged` when the named copy is current. */
export async function unwrapChanged<T>(
  answer: Promise<Answered<T>>,
): Promise<{ data: Json<T>; etag: string | undefined } | 'unchanged'> {
  return (await answer).response.status === NOT_MODIFIED ? 'unchanged' : unwrapTagged(answer);
}

/** The body and the entity tag of an answer, for a later If-Match. Throws ApiError for a refusal. */
export async function unwrapTagged<T>(
  answer: Promise<Answered<T>>,
): Promise<{ data: Json<T>; etag: string | undefined }> {
  const { response } = await answer;
  return { data: await unwrap(answer), etag: response.headers.get('ETag') ?? undefined };
}
