// Names many links' days in the text of a statement: as parameters, which travel in the URL, there would be room for
// 150.

import { isPlainId } from '../../aggregate/is-plain-id';

/** One link's day, as a key of maps and caches. */
export function linkDayOf(linkId: string, day: string): string {
  return `${day} ${linkId}`;
}

export type NamedLinkDay = { workspaceId: string; linkId: string; day: string };

/** Some 60 KB of text; by default ClickHouse reads 256 KB of a statement. */
const LINKS = 2_000;

function listOf(values: readonly string[]): string {
  const distinct = [...new Set(values)];
  for (const value of distinct) {
    // anything else would become part of the statement
    if (!isPlainId(value)) throw new Error('an id or a day has characters that none has');
  }
  return distinct.map((value) => `'${value}'`).join(',');
}

/** Conditions that together match all of the link days. They also match other pairs of the same links and days. */
export function linkDayConditions(linkDays: readonly NamedLinkDay[]): string[] {
  const conditions: string[] = [];
  for (let start = 0; start < linkDays.length; start += LINKS) {
    const some = linkDays.slice(start, start + LINKS);
    conditions.push(`workspace_id IN (${listOf(some.map((row) => row.workspaceId))})
    AND link_id IN (${listOf(some.map((row) => row.linkId))})
    AND day IN (${listOf(some.map((row) => row.day))})`);
  }
  return conditions;
}
