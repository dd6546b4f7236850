// Requests a page of counts from the running embedded product, because its ClickHouse runs only in its own process.

import type { LinkCount, LinkCountsPage } from '@kurz/api';
import { requestFromOwner } from './request-from-owner';

/** Longer than ClickHouse may take for a page. */
const TIMEOUT_MS = 30_000;

const COUNTS = ['requests', 'bots', 'qr', 'humans'];
const NAMES = ['linkId', 'day', 'dimension', 'key'];

function isCount(value: unknown): value is LinkCount {
  if (typeof value !== 'object' || value === null) return false;
  const row: Record<string, unknown> = { ...value };
  return (
    NAMES.every((name) => typeof row[name] === 'string') &&
    COUNTS.every((name) => Number.isInteger(row[name]))
  );
}

/** Throws when the product does not answer or answers with an error. */
export async function requestLinkCounts(socketPath: string, page: LinkCountsPage): Promise<LinkCount[]> {
  const reply = await requestFromOwner(socketPath, 'read-link-counts', TIMEOUT_MS, { page });
  if (reply.kind !== 'answered') throw new Error('the running product does not answer');
  const { counts, error }: Record<string, unknown> =
    typeof reply.answer === 'object' ? { ...reply.answer } : {};
  if (!Array.isArray(counts)) throw new Error(`the running product has no counts: ${String(error)}`);
  const rows: unknown[] = counts;
  if (!rows.every(isCount)) throw new Error('the running product has another version');
  return rows;
}
