// The clicks of one link by day, by the API of another shortener.

import { isCalendarDay } from '@kurz/process';
import { SourceLacks, type CountedDays } from '../import-source';
import type { DaysRequest } from './peer-api';

const YEAR = /^(?:19[7-9]\d|2\d{3})-/;
const MAX_CLICKS = 999_999_999_999;

const isDay = (day: string) => YEAR.test(day) && isCalendarDay(day);
const isCount = (clicks: number) => Number.isSafeInteger(clicks) && clicks >= 0 && clicks <= MAX_CLICKS;

/**
 * When several answers have the same day, the last counts. What the source does not have, or not for this token, is
 * left out: plans limit how old days may be.
 */
export async function peerDays(
  requests: readonly DaysRequest[],
  until: Date,
  fetchPath: (path: string) => Promise<unknown>,
): Promise<CountedDays> {
  const last = until.toISOString().slice(0, 10);
  const days = new Map<string, number>();
  let total: number | undefined;
  for (const { path, read } of requests) {
    let body: unknown;
    try {
      body = await fetchPath(path);
    } catch (error) {
      if (error instanceof SourceLacks) continue;
      throw error;
    }
    const parsed = read(body);
    for (const { day, clicks } of parsed.days ?? [])
      if (isDay(day) && day <= last && isCount(clicks)) days.set(day, clicks);
    if (parsed.total !== undefined && isCount(parsed.total)) total = parsed.total;
  }
  const counted = [...days].filter(([, clicks]) => clicks > 0);
  return { days: counted.map(([day, clicks]) => ({ day, clicks })), total };
}
