// The embedded product with one link, which stops and starts again.

import { startStandalone, type RunningStandalone } from './start-standalone';

const SLUG = 'again';

export type LinkedProduct = {
  /** The product as last started. */
  kurz: RunningStandalone;
  /** An answer of `/v1` about the link. */
  shown: () => Promise<Response>;
  open: () => Promise<Response>;
  /** The link's hits; undefined when the answer has none. */
  hits: () => Promise<string | undefined>;
};

export async function startLinkedProduct({ isNew }: { isNew?: boolean } = {}): Promise<LinkedProduct> {
  const kurz = await startStandalone({ isNew });
  const headers = { authorization: `Bearer ${kurz.token}` };
  const made = await fetch(`${kurz.url}/v1/urls`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/', slug: SLUG }),
  });
  if (made.status !== 201) throw new Error(await made.text());
  const linked: LinkedProduct = {
    kurz,
    shown: () => fetch(`${linked.kurz.url}/v1/urls/${SLUG}`, { headers }),
    open: () => fetch(`${linked.kurz.url}/${SLUG}`, { redirect: 'manual' }),
    hits: async () => /"hits":(\d+)/.exec(await (await linked.shown()).text())?.[1],
  };
  return linked;
}
