// The sums of a batch: as the stores hold them (count-batch.cjs prints those), and as they should be, which is counted
// without code of the ingester.

import type { Visit } from '@kurz/click-event';

type Sums = Record<string, string>;

/** The keys: link and hour; link and day; link, day, dimension and key; `hits`: link. */
export type BatchSums = { hourly: Sums; daily: Sums; by: Sums; hits: Sums };

const isSums = (value: unknown): value is Sums =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string');

/** @throws when `text` holds no such sums. */
export function batchSumsOf(text: string): BatchSums {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && 'hourly' in value && 'daily' in value) {
    if ('by' in value && 'hits' in value) {
      const { hourly, daily, by, hits } = value;
      if (isSums(hourly) && isSums(daily) && isSums(by) && isSums(hits)) return { hourly, daily, by, hits };
    }
  }
  throw new Error(`these are no sums: ${text}`);
}

const inWords = (sums: Record<string, number>): Sums =>
  Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, String(value)]));

/**
 * Which referrer hosts a link's day keeps depends on how visits were cut into batches. The sum of humans over its
 * referrers and the number of its hosts do not.
 */
function withReferrersSummed(by: Sums): Sums {
  const summed: Record<string, number> = {};
  for (const [key, humans] of Object.entries(by)) {
    const [link, day, dimension, name = ''] = key.split(' ');
    const short = dimension === 'referrer' ? `${link} ${day} referrer` : key;
    summed[short] = (summed[short] ?? 0) + Number(humans);
    if (dimension === 'referrer' && !name.startsWith('~')) {
      summed[`${link} ${day} hosts`] = (summed[`${link} ${day} hosts`] ?? 0) + 1;
    }
  }
  return inWords(summed);
}

/** Describes each of the stores' sums that is not what it should be. */
export function batchFaults(found: BatchSums, should: BatchSums): string[] {
  const said = { ...found, by: withReferrersSummed(found.by) };
  return (['hourly', 'daily', 'by', 'hits'] as const).flatMap((table) => {
    const keys = [...new Set([...Object.keys(said[table]), ...Object.keys(should[table])])];
    return keys.flatMap((key) => {
      const [is, ought] = [said[table][key] ?? 'nothing', should[table][key] ?? 'nothing'];
      return is === ought ? [] : [`${table} ${key}: ${is}, not ${ought}`];
    });
  });
}

const HOSTS_PER_DAY = 200;

/** The sums that visits should have. All are by Chrome on Windows in German from Austria; HEAD requests are bots. */
export function sumsOf(visits: readonly Visit[]): BatchSums {
  const counted = { hourly: new Map<string, number[]>(), daily: new Map<string, number[]>() };
  const by: Record<string, number> = {};
  const hits: Record<string, number> = {};
  const hosts = new Map<string, Set<string>>();
  const add = (sums: Record<string, number>, key: string) => (sums[key] = (sums[key] ?? 0) + 1);
  for (const { linkId, time, method, isScan, referrerHost } of visits) {
    const at = new Date(time).toISOString();
    const day = `${linkId} ${at.slice(0, 10)}`;
    const isBot = method === 'HEAD';
    add(hits, linkId);
    for (const [sums, key] of [
      [counted.hourly, `${day} ${at.slice(11, 13)}:00:00`],
      [counted.daily, day],
    ] as const) {
      const [requests = 0, bots = 0, qr = 0] = sums.get(key) ?? [];
      sums.set(key, [requests + 1, bots + (isBot ? 1 : 0), qr + (isScan && !isBot ? 1 : 0)]);
    }
    if (isBot) continue;
    for (const key of ['geo AT', 'device desktop', 'browser Chrome', 'os Windows', 'language de'])
      add(by, `${day} ${key}`);
    add(by, `${day} referrer`);
    if (referrerHost !== '') hosts.set(day, (hosts.get(day) ?? new Set()).add(referrerHost));
  }
  for (const [day, some] of hosts) by[`${day} hosts`] = Math.min(some.size, HOSTS_PER_DAY);
  const tuples = (sums: Map<string, number[]>) =>
    Object.fromEntries([...sums].map(([key, numbers]) => [key, `(${numbers.join(',')})`]));
  return {
    hourly: tuples(counted.hourly),
    daily: tuples(counted.daily),
    by: inWords(by),
    hits: inWords(hits),
  };
}
