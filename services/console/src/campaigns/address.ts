// What the address of the campaigns' page says beside the period.

import type { Comparison } from './report-data';

const COMPARISONS: readonly Comparison[] = ['none', 'before', 'year'];
export function viewOf(query: URLSearchParams) {
  const comparison = COMPARISONS.find((one) => one === query.get('compare')) ?? 'none';
  return { comparison, campaign: query.get('campaign') ?? undefined };
}

/** The same address with some parameters set, or left out where undefined. */
export function withParameters(
  search: string,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
