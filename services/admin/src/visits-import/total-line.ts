// A line of a file of totals: `slug,count`, or a JSON object with "slug" and "count".

import type { RawLine } from './log-lines';

export type LinkTotal = { slug: string; count: number };

/** The characters of a link's slug. PostgreSQL takes no NUL in a text. */
const SLUG = /^[A-Za-z0-9_-]{1,1024}$/;
const CSV = /^"?([A-Za-z0-9_-]{1,1024})"?,"?(\d{1,12})"?$/;
const MAX_COUNT = 999_999_999_999;

function ofJson(text: string): LinkTotal | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const { slug, count }: Record<string, unknown> = { ...Object(value) } as Record<string, unknown>;
    const isTotal = typeof slug === 'string' && typeof count === 'number' && Number.isInteger(count);
    return isTotal && SLUG.test(slug) && count >= 0 && count <= MAX_COUNT ? { slug, count } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when the line is no total, such as a heading. */
export function totalOf(line: RawLine): LinkTotal | undefined {
  const text = line?.toString('utf8').trim() ?? '';
  if (text.startsWith('{')) return ofJson(text);
  const [, slug, count] = CSV.exec(text) ?? [];
  return slug !== undefined && count !== undefined ? { slug, count: Number(count) } : undefined;
}
