// The services whose links can be imported by their API.

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

/** The history by day that can be imported on request: counts from the service, or visits that are classified here. */
export const PEER_DAYS: Readonly<Partial<Record<ImportPeer, 'clicks' | 'visits'>>> = {
  bitly: 'clicks',
  dub: 'clicks',
  shlink: 'visits',
  'short-io': 'clicks',
};

/** Services whose visits are in a separate file. */
export const PEER_LOGS: readonly ImportPeer[] = ['yourls'];

/** Which counts are imported otherwise. */
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

/** The name of the service that an import came from; undefined for a file. */
export const sourceNameOf = (source: string): string | undefined =>
  new Map<string, string>(Object.entries(PEER_NAMES)).get(source);

/** Services that people host themselves, at their own address. */
const SELF_HOSTED: readonly ImportPeer[] = ['kutt', 'shlink', 'sink', 'yourls'];

export const isSelfHosted = (peer: ImportPeer): boolean => SELF_HOSTED.includes(peer);
