// The shared web server's log, counted on its own: nothing here is the product's code.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

export const REAL_LOG = path.join(__dirname, '..', 'data', 'access.log.gz');

export type RealRequest = {
  /** Path without query. */
  path: string;
  target: string;
  method: string;
  /** Days since the epoch, UTC. */
  day: number;
  referrer: string;
  agent: string;
};

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

function dayOf(stamp: string): number {
  const year = Number(stamp.slice(7, 11));
  const month = MONTHS.indexOf(stamp.slice(3, 6)) / 3;
  if (!stamp.endsWith('+0000')) throw new Error(`the log's clock is not UTC: ${stamp}`);
  return Date.UTC(year, month, Number(stamp.slice(0, 2))) / 86_400_000;
}

export const realLines: string[] = gunzipSync(readFileSync(REAL_LOG)).toString('utf8').trimEnd().split('\n');

/** Requests of the given lines; a line whose quotes do not close is none. */
export function requestsOf(lines: string[]): RealRequest[] {
  return lines.flatMap((line) => {
    const parts = line.split('"');
    const [before = '', request = '', , referrer = '', , agent = ''] = parts;
    if (parts.length !== 7) return [];
    const [method = '', target = ''] = request.split(' ');
    const stamp = before.slice(before.indexOf('[') + 1, before.indexOf(']'));
    return [{ path: target.split(/[?#]/)[0] ?? '', target, method, day: dayOf(stamp), referrer, agent }];
  });
}

export const realRequests = requestsOf(realLines);

/** `YYYY-MM-DD` of a day, moved by some days. */
export const dateOf = (day: number, shiftDays = 0) =>
  new Date((day + shiftDays) * 86_400_000).toISOString().slice(0, 10);

/** The number of days that moves the log's first day to the fifth of last month. */
export function shiftToLastMonth(now = new Date()): number {
  const firstDay = Math.min(...realRequests.map(({ day }) => day));
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 5) / 86_400_000 - firstDay;
}

/** How many of `items` fall on each key. */
export function tally<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Items by key, in order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** A line as such a log has it: a person's visit at ten o'clock on a day of October 2026. */
export const lineOf = (target: string, day = 10) =>
  `203.0.113.7 - - [${day}/Oct/2026:10:00:00 +0000] "GET ${target} HTTP/1.1" 200 1 "-" "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"`;
