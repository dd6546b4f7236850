// Reads links and their stats over the API, as an integrator would.

import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningStandalone } from './start-standalone';

export type ListedLink = { slug: string; url: string; title: string; zoneDomain: string; hits: number };
type Counts = { k: string; v: number }[];
export type Stats = {
  totals: { human: number; bots: number; requests: number; qr: number; click: number };
  allTime: { total: number; preTracking: number; trackingSince: string };
  series: { date: string; n: number; b: number }[];
  geo: Counts;
  referrers: Counts;
  devices: Counts;
  browsers: Counts;
  os: Counts;
  languages: Counts;
  imported?: Counts;
  freshness: string;
};

/** The lists of a stats object that each sum to its humans. */
export const LISTS = ['geo', 'referrers', 'devices', 'browsers', 'os', 'languages'] as const;

export const sumOf = (counts: Counts) => counts.reduce((sum, { v }) => sum + v, 0);

export function makeLinkReader({ url, token }: Pick<RunningStandalone, 'url' | 'token'>) {
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${token ?? ''}` } });
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const allLinks = async (): Promise<ListedLink[]> => {
    const links: ListedLink[] = [];
    for (let page = 1; ; page++) {
      const { urls, total } = (await get(`/urls?limit=100&page=${page}`)) as {
        urls: ListedLink[];
        total: number;
      };
      links.push(...urls);
      if (links.length >= total || urls.length === 0) return links;
    }
  };
  const statsOf = async (slug: string, window = ''): Promise<Stats> =>
    ((await get(`/urls/${slug}/stats${window}`)) as { stats: Stats }).stats;
  const sumOfHits = async () => (await allLinks()).reduce((sum, { hits }) => sum + hits, 0);
  /** Waits, at most a minute, until the link's stats and its lifetime counter show `requests`. Returns the stats. */
  const settledStats = async (slug: string, requests: number, window = ''): Promise<Stats> => {
    for (const end = Date.now() + 60_000; ; await sleep(50)) {
      const stats = await statsOf(slug, window);
      const { totals, allTime } = stats;
      const isSettled = totals.requests >= requests && allTime.total - allTime.preTracking >= totals.requests;
      if (isSettled || Date.now() > end) return stats;
    }
  };
  return { allLinks, statsOf, settledStats, sumOfHits };
}
