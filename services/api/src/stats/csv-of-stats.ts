// The series of a link as CSV (RFC 4180), for spreadsheets. What JSON says beside it stands in headers: how fresh the
// figures are, and the first day that the plan's retention lets be read.

import type { Content } from '../http/route';
import type { LinkStats } from './link-stats';

const COLUMNS = 'date,requests,bots,humans';

/** Rows as the series has them: ascending days with requests. No figure of them needs quoting. */
export function csvOfStats({ series, range, freshness }: LinkStats): {
  content: Content;
  headers: Record<string, string>;
} {
  const lines = series.map(({ date, n, b }) => `${date},${n},${b},${n - b}`);
  const text = [COLUMNS, ...lines].map((line) => `${line}\r\n`).join('');
  return {
    content: { type: 'text/csv; charset=utf-8; header=present', pieces: [Buffer.from(text)] },
    headers: { 'X-Stats-Freshness': freshness, 'X-Stats-Clamped-To': range.clampedTo },
  };
}
