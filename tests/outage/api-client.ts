// Makes links and reads their stats as a user of the API does, of a product started with `HIGH_LIMIT_PLANS`.

import { figuresIn, type Figures } from './figures';
import { destinationOf } from './visitors';

export type ApiClient = {
  url: string;
  /** Default: GET, or POST when there is a body. */
  ask: (path: string, body?: object, method?: string) => Promise<Response>;
  /** GET with another token and additional headers. */
  askAs: (token: string, path: string, headers: Record<string, string>) => Promise<Response>;
  makeLinks: (slugs: readonly string[]) => Promise<void>;
  figures: (slug: string) => Promise<Figures>;
};

/** `url` is a product whose API does not limit how fast a test sends requests. */
export function makeApiClient({ url, token }: { url: string; token: string | undefined }): ApiClient {
  const headers = { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' };
  const ask = (target: string, body?: object, method = body ? 'POST' : 'GET') =>
    fetch(`${url}/v1${target}`, { headers, method, ...(body && { body: JSON.stringify(body) }) });
  const bodyOf = async (answer: Response, status: number): Promise<unknown> => {
    if (answer.status !== status) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    url,
    ask,
    askAs: (other, target, own) =>
      fetch(`${url}/v1${target}`, { headers: { ...own, authorization: `Bearer ${other}` } }),
    makeLinks: async (slugs) => {
      for (const slug of slugs) await bodyOf(await ask('/urls', { slug, url: destinationOf(slug) }), 201);
    },
    figures: async (slug) => figuresIn(await bodyOf(await ask(`/urls/${slug}/stats`), 200)),
  };
}
