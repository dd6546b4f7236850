// The owner's side of the data folder's socket: takes requests, one JSON object a line (`{"do":"status"}`), and sends
// back one JSON object a line, in the same order.

import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';
import type { LinkCount, LinkCountsPage, ReadLinkCounts } from '@kurz/api';
import type { ClickTable } from '@kurz/click-tables';
import type { OwnerStatus } from './owner-status';

/** Writes rows of one of the two daily tables. */
type WriteRows = (table: ClickTable, lines: Buffer) => Promise<void>;

/** The requests that an owner answers. */
export type OwnerActions = {
  status: () => OwnerStatus;
  /** Brings links and zones changed in PostgreSQL to the redirector; resolves when done. */
  'apply-changes': () => Promise<void>;
  /** Triggers the erasure of deleted links' counts now, instead of at its next scheduled run. */
  erase: () => void;
  /** Reads a page of counts, for an export beside the running product. Only a product with its own stores has it. */
  'read-link-counts'?: ReadLinkCounts;
  /** Writes the counts of a workspace that is imported beside the running product. */
  'write-click-rows'?: WriteRows;
};

type Request = Readonly<Record<string, unknown>>;

function requestOf(line: string): Request {
  try {
    const request: unknown = JSON.parse(line);
    return typeof request === 'object' && request !== null ? { ...request } : {};
  } catch {
    return {};
  }
}

function afterOf(after: unknown): LinkCountsPage['after'] {
  if (typeof after !== 'object' || after === null) return undefined;
  const { linkId, day, dimension, key }: Request = { ...after };
  if (typeof linkId !== 'string' || typeof day !== 'string') return undefined;
  return typeof dimension === 'string' && typeof key === 'string'
    ? { linkId, day, dimension, key }
    : undefined;
}

async function countsFor({ page }: Request, read: ReadLinkCounts): Promise<{ counts: LinkCount[] }> {
  const { workspaceId, linkIds, after }: Request = typeof page === 'object' ? { ...page } : {};
  const ids: unknown[] = Array.isArray(linkIds) ? linkIds : [];
  if (typeof workspaceId !== 'string') throw new Error('a page names its workspace');
  const known = ids.filter((id) => typeof id === 'string');
  return { counts: await read({ workspaceId, linkIds: known, after: afterOf(after) }) };
}

async function writeRows({ table, lines }: Request, write: WriteRows): Promise<void> {
  if ((table !== 'clicks_daily' && table !== 'clicks_daily_by') || typeof lines !== 'string')
    throw new Error('rows name their table');
  await write(table, Buffer.from(lines));
}

async function answerTo(line: string, actions: OwnerActions): Promise<object> {
  const request = requestOf(line);
  const { do: name } = request;
  const { 'read-link-counts': readLinkCounts, 'write-click-rows': writeClickRows } = actions;
  try {
    if (name === 'status') return actions.status();
    if (name === 'read-link-counts' && readLinkCounts) return await countsFor(request, readLinkCounts);
    if (name === 'apply-changes') await actions['apply-changes']();
    else if (name === 'write-click-rows' && writeClickRows) await writeRows(request, writeClickRows);
    else if (name === 'erase') actions.erase();
    else return { error: 'unknown request' };
    return { done: true };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Answers the requests of one connection until the other side ends it. */
export function answerRequests(socket: Socket, actions: OwnerActions): void {
  // the other side may disconnect at any time; there is no one left to answer
  socket.on('error', () => socket.destroy());
  const answerAll = async () => {
    for await (const line of createInterface({ input: socket })) {
      const text = `${JSON.stringify(await answerTo(line, actions))}\n`;
      if (socket.writable) socket.write(text);
    }
    socket.end();
  };
  answerAll().catch(() => socket.destroy());
}
