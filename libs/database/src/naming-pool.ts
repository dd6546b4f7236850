// The pool as kysely sees it: statements that carry a name go to the server under it, so that it keeps their plan. A
// connection that failed in any other way than by the server's own word is used no more: nobody knows what it is in the
// middle of. Back in the pool, one whose BEGIN came too late would take the next user's writes into that transaction,
// which nobody ends, and answer that they are done.

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { preparedNameOf } from './prepared-name-of';

function namingClient(client: PoolClient): PostgresPoolClient {
  let failure: Error | undefined;

  const send = async (text: string, values: readonly unknown[]) => {
    // a ROLLBACK would wait behind the statement that got no answer, as long again
    if (failure) throw failure;
    try {
      return await client.query({ name: preparedNameOf(text), text, values: [...values] });
    } catch (error) {
      if (error instanceof Error && !(error instanceof DatabaseError)) failure = error;
      throw error;
    }
  };
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('no cursor is used here');
    return send(text, values);
  }
  return { query, release: () => client.release(failure) };
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
