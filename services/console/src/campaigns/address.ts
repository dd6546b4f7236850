// The parameters in the address of the campaigns page, besides the period.

import type { Comparison } from './report-data';

const COMPARISONS: readonly Comparison[] = ['none', 'before', 'year'];
export function viewOf(query: URLSearchParams) {
  const comparison = COMPARISONS.find((one) => one === query.get('compare')) ?? 'none';
  return { comparison, campaign: query.get('campaign') ?? undefined };
}

/** The address with some parameters set; an undefined value removes its parameter. */
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
