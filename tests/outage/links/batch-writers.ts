// Integrators that make links in batches over several APIs as fast as they are answered; each item is recorded.

import type { LinkApi } from './link-world';
import type { LinkTruth } from './link-truth';

const ITEMS = 10;

export type BatchWriters = {
  /** Batches that were answered with 200 so far. */
  taken: () => number;
  /** Lets each finish the request that it has under way. */
  stop: () => Promise<void>;
};

/** The statuses of a batch's items, in order. */
function statusesIn(text: string): number[] {
  const { results } = JSON.parse(text) as { results: { status: number }[] };
  return results.map(({ status }) => status);
}

export function startBatchWriters(
  deps: { apis: readonly LinkApi[]; truth: LinkTruth },
  config: { writers: number; name: string },
): BatchWriters {
  const { apis, truth } = deps;
  let taken = 0;
  let isStopped = false;

  const write = async (writer: number) => {
    for (let turn = 0; !isStopped; turn++) {
      const links = Array.from({ length: ITEMS }, (_, item) => {
        const slug = `${config.name}-${writer}-${turn}-${item}`;
        return { slug, url: `https://example.com/${slug}` };
      });
      const outcomes = links.map(({ slug, url }) => truth.asked(slug, url));
      const answer = await apis[(writer + turn) % apis.length]?.call('POST', '/urls/batch', { links });
      if (answer?.status !== 200) continue;
      taken++;
      statusesIn(answer.text).forEach((status, item) => {
        if (status === 201) outcomes[item]?.(answer.at);
      });
    }
  };
  const ended = Promise.all(Array.from({ length: config.writers }, (_, writer) => write(writer)));
  return {
    taken: () => taken,
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}
