// The pool as kysely sees it. Named statements are sent under their name, so that the server keeps their plan; not
// through a pooler, where the next statement may reach another session. A connection that failed without an error of
// the server is discarded: its state is unknown. If its BEGIN arrived late, the next user's writes would become part of
// a transaction that never commits. A connection whose server takes no writes is discarded too: a standby, or a session
// that began while the server was set read-only, stays so as long as the connection is used. A new connection may reach
// the primary.

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { preparedNameOf } from './prepared-name-of';

const TAKES_NO_WRITES = '25006';

const isLastOf = (error: Error): boolean =>
  !(error instanceof DatabaseError) || error.code === TAKES_NO_WRITES;

function namingClient(client: PoolClient, isPooled: boolean): PostgresPoolClient {
  let failure: Error | undefined;

  const send = async (text: string, values: readonly unknown[]) => {
    // a ROLLBACK would queue behind the statement that got no answer
    if (failure) throw failure;
    try {
      const name = isPooled ? undefined : preparedNameOf(text);
      return await client.query({ name, text, values: [...values] });
    } catch (error) {
      if (error instanceof Error && isLastOf(error)) failure = error;
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

/** Returns the same object for the same connection: kysely identifies connections by it. */
export function makeNamingPool(
  pool: Pool,
  { isPooled, connect }: { isPooled: boolean; connect: () => Promise<PoolClient> },
): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await connect();
      const naming = known.get(client) ?? namingClient(client, isPooled);
      known.set(client, naming);
      return naming;
    },
    end: () => pool.end(),
  };
}
