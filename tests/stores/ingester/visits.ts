// Visits for tests: a mix of links, days, bots and scans, always the same for the same numbers.

import type { Visit } from '@kurz/click-event';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36';

export function visitOf(change: Partial<Visit> = {}): Visit {
  return {
    time: Date.now(),
    workspaceId: 'ws_1',
    linkId: 'lnk_a',
    isScan: false,
    method: 'GET',
    purpose: '',
    userAgent: BROWSER,
    referrerHost: '',
    language: 'de-AT',
    network: '203.0.113.0',
    ...change,
  };
}

/**
 * `count` visits spread over the links: every fifth by a bot, every third a scan, every seventh of yesterday, every
 * second of a split.
 */
export function mixedVisits(count: number, linkIds: readonly string[]): Visit[] {
  return Array.from({ length: count }, (_, index) =>
    visitOf({
      linkId: linkIds[index % linkIds.length],
      method: index % 5 === 4 ? 'HEAD' : 'GET',
      isScan: index % 3 === 0,
      time: Date.now() - (index % 7 === 6 ? 86_400_000 : 0),
      referrerHost: index % 4 === 0 ? '' : `site-${index % 11}.example`,
      ...(index % 2 === 0 && { variant: index % 11 }),
    }),
  );
}
