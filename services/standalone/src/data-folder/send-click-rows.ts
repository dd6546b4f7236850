// Sends counts to the running embedded product to store, because its ClickHouse runs only in its own process.

import type { ClickTable } from '@kurz/click-tables';
import { requestFromOwner } from './request-from-owner';

/** Longer than ClickHouse may take for an insert. */
const TIMEOUT_MS = 60_000;

/** Throws when the product does not answer or has not stored the rows. The same rows may then be sent again. */
export async function sendClickRows(socketPath: string, table: ClickTable, lines: Buffer): Promise<void> {
  const reply = await requestFromOwner(socketPath, 'write-click-rows', TIMEOUT_MS, {
    table,
    lines: lines.toString(),
  });
  if (reply.kind !== 'answered') throw new Error('the running product does not answer');
  const { done, error }: Record<string, unknown> =
    typeof reply.answer === 'object' ? { ...reply.answer } : {};
  if (done !== true) throw new Error(`the running product has not stored the counts: ${String(error)}`);
}
