// The pool as kysely sees it: statements that carry a name go to the server under it, so that it keeps their plan.

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { preparedNameOf } from './prepared-name-of';

function namingClient(client: PoolClient): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('no cursor is used here');
    const name = preparedNameOf(text);
    return client.query({ name, text, values: [...values] });
  }
  return { query, release: () => client.release() };
}

/** Gives the same object for the same connection, which is how kysely knows one again. */
export function makeNamingPool(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const naming = known.get(client) ?? namingClient(client);
      known.set(client, naming);
      return naming;
    },
    end: () => pool.end(),
  };
}
