// The visits of a batch: three links, two days, bots, scans, and more referrer hosts on one link's day than it keeps.

import type { Visit } from '@kurz/click-event';

export const BATCH_LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];

const DAY_MS = 86_400_000;

function visitOf(index: number, linkId: string, now: number): Visit {
  return {
    time: now - (index % 7 === 6 ? DAY_MS : 0),
    workspaceId: 'ws_1',
    linkId,
    isScan: index % 3 === 0,
    method: index % 5 === 4 ? 'HEAD' : 'GET',
    purpose: '',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    referrerHost:
      linkId === 'lnk_b' ? `site-${index}.example` : index % 4 === 0 ? '' : `site-${index % 9}.example`,
    language: 'de-AT',
    network: '203.0.113.0',
  };
}

const many = (count: number, linkId: string, now: number) =>
  Array.from({ length: count }, (_, index) => visitOf(index, linkId, now));

/** `more` is written while no ingester runs, before the next start. lnk_c is last: a shorter batch misses it. */
export function batchVisits(now: number): { visits: Visit[]; more: Visit[] } {
  return {
    visits: [...many(60, 'lnk_a', now), ...many(330, 'lnk_b', now), ...many(40, 'lnk_c', now)],
    more: [...many(25, 'lnk_a', now), ...many(25, 'lnk_c', now)],
  };
}
