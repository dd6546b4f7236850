// The services whose links move in by their API.

import type { components } from '../../api/schema';

export type ImportPeer = components['schemas']['ImportPeer'];

export const PEER_NAMES: Readonly<Record<ImportPeer, string>> = {
  bitly: 'Bitly',
  dub: 'Dub',
  kutt: 'Kutt',
  rebrandly: 'Rebrandly',
  shlink: 'Shlink',
  'short-io': 'Short.io',
  sink: 'Sink',
  yourls: 'YOURLS',
};

/** What comes of single days on request: counts that the service tells, or visits that are classified here. */
export const PEER_DAYS: Readonly<Partial<Record<ImportPeer, 'clicks' | 'visits'>>> = {
  bitly: 'clicks',
  dub: 'clicks',
  shlink: 'visits',
  'short-io': 'clicks',
};

/** Those whose visits stand in a file of its own. */
export const PEER_LOGS: readonly ImportPeer[] = ['yourls'];

/** What of the counts comes otherwise. */
export const PEER_COUNTS: Readonly<Record<ImportPeer, 'totals' | 'withoutCounts' | 'noCounts'>> = {
  bitly: 'withoutCounts',
  dub: 'totals',
  kutt: 'totals',
  rebrandly: 'totals',
  shlink: 'totals',
  'short-io': 'withoutCounts',
  sink: 'noCounts',
  yourls: 'totals',
};

/** The name of the service that an import came from; undefined: it was a file. */
export const sourceNameOf = (source: string): string | undefined =>
  new Map<string, string>(Object.entries(PEER_NAMES)).get(source);

/** Those that people run themselves, at an address of their own. */
const SELF_HOSTED: readonly ImportPeer[] = ['kutt', 'shlink', 'sink', 'yourls'];

export const isSelfHosted = (peer: ImportPeer): boolean => SELF_HOSTED.includes(peer);
