// The embedded PostgreSQL of a running product. When it ends by itself (the kernel's out-of-memory killer, an
// administrator), it is started again on the same port, so that the services' pools find it.

import type { DatabaseOptions } from '@kurz/database';
import { retry } from '@kurz/resilience';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from '../postgres/start-embedded-postgres';

export type KeptPostgres = {
  options: DatabaseOptions;
  close: () => Promise<void>;
};

/** Starts PostgreSQL and keeps it up until it is closed. */
export async function keepPostgres(starting: EmbeddedPostgresOptions): Promise<KeptPostgres> {
  const { log } = starting;
  const closing = new AbortController();
  let server = await startEmbeddedPostgres(starting);
  const { options } = server;
  const again = () => startEmbeddedPostgres({ ...starting, port: options.port });
  const keep = async () => {
    for (;;) {
      await server.ended;
      if (closing.signal.aborted) return;
      log.error({ event: 'postgres_ended', runbook: 'PostgreSQL ended' });
      server = await retry(again, {
        minMs: 100,
        maxMs: 5_000,
        signal: closing.signal,
        onRetry: (error) => log.error({ event: 'postgres_not_restarted', error: String(error) }),
      });
      log.warn({ event: 'postgres_restarted' });
      // `close` was called during this start, so nothing else will end the server
      if (closing.signal.aborted) await server.close();
    }
  };
  const kept = keep().catch((error: unknown) => {
    if (!closing.signal.aborted) log.error({ event: 'postgres_not_kept', error: String(error) });
  });
  return {
    options,
    close: async () => {
      closing.abort();
      await server.close();
      await kept;
    },
  };
}
