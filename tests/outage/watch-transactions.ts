// Counts, through Kafka's proxy, the producers that have written messages in a transaction and not ended it. A broker
// or redirector that is killed at such a moment leaves transactions to be aborted.

import { performance } from 'node:perf_hooks';
import type { TestProxy } from '@kurz/backends';

const PRODUCE = 0;
const END_TXN = 26;
/** Bytes of the request's size field, which does not count itself; the API key follows it. */
const SIZE = 4;
const HEAD = SIZE + 2;
/** A transaction that began longer ago counts as ended with its connection. */
const STALE_MS = 5_000;

type Watched = { producedAt: number | undefined };

export type TransactionWatch = {
  /** Watches new connections until the proxy heals. */
  begin: () => void;
  open: () => number;
};

export function watchTransactions(proxy: TestProxy | undefined): TransactionWatch {
  const connections: Watched[] = [];

  const note = (connection: Watched, api: number) => {
    if (api === PRODUCE) connection.producedAt = performance.now();
    if (api === END_TXN) connection.producedAt = undefined;
  };
  const make = () => {
    const connection: Watched = { producedAt: undefined };
    connections.push(connection);
    let waiting = Buffer.alloc(0);
    let toSkip = 0;
    return (sent: Buffer) => {
      const skipped = Math.min(toSkip, sent.length);
      toSkip -= skipped;
      waiting = Buffer.concat([waiting, sent.subarray(skipped)]);
      while (waiting.length >= HEAD) {
        note(connection, waiting.readInt16BE(SIZE));
        const length = SIZE + waiting.readInt32BE();
        toSkip = Math.max(0, length - waiting.length);
        waiting = waiting.subarray(length);
      }
      return sent;
    };
  };
  return {
    begin: () => proxy?.interfere(make),
    open: () =>
      connections.filter(({ producedAt = -Infinity }) => performance.now() - producedAt < STALE_MS).length,
  };
}
