// Queries ClickHouse until a signal aborts. The client stops listening to the signal when a response's headers arrive:
// a response that stalls in its body would keep one of ten connections for half a minute more.

import type { DataFormat, QueryParams, QueryResult } from '@clickhouse/client';
import type { ClickHouse } from './open-clickhouse';

type Query<Format> = Omit<QueryParams, 'format' | 'abort_signal'> & { format: Format };

/** Resolves with the result of `read`. Without a signal only the client's own timeout applies. */
export async function queryUntil<Format extends DataFormat, T>(
  { client }: Pick<ClickHouse, 'client'>,
  signal: AbortSignal | undefined,
  query: Query<Format>,
  read: (answer: QueryResult<Format>) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const answer = await client.query<Format>({ ...query, abort_signal: signal });
  const close = () => answer.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    return await read(answer);
  } finally {
    signal?.removeEventListener('abort', close);
  }
}
