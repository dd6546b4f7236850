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

/** Whose counts by day come with the links on request. */
const BY_DAY: readonly ImportPeer[] = ['bitly', 'dub', 'short-io'];

export const tellsDays = (peer: ImportPeer): boolean => BY_DAY.includes(peer);

/** What of the counts comes otherwise; visits of Shlink and YOURLS are moved by `kurz import`. */
export const PEER_COUNTS: Readonly<
  Record<ImportPeer, 'totals' | 'totalsAlone' | 'withoutCounts' | 'noCounts'>
> = {
  bitly: 'withoutCounts',
  dub: 'totals',
  kutt: 'totals',
  rebrandly: 'totals',
  shlink: 'totalsAlone',
  'short-io': 'withoutCounts',
  sink: 'noCounts',
  yourls: 'totalsAlone',
};

/** The name of the service that an import came from; undefined: it was a file. */
export const sourceNameOf = (source: string): string | undefined =>
  new Map<string, string>(Object.entries(PEER_NAMES)).get(source);

/** Those that people run themselves, at an address of their own. */
const SELF_HOSTED: readonly ImportPeer[] = ['kutt', 'shlink', 'sink', 'yourls'];

export const isSelfHosted = (peer: ImportPeer): boolean => SELF_HOSTED.includes(peer);
