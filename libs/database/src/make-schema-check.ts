// A service's readiness asks whether the database has the schema that this build needs. No service migrates: it waits,
// and says for what.

import type { Log } from '@kurz/process';
import type { Pool } from 'pg';
import { isSchemaCurrent } from './is-schema-current';

/**
 * False until the schema was seen to be current; true from then on, without asking again: a database that is away later
 * is no old one. Throws while the database does not answer.
 */
export function makeSchemaCheck(deps: { pool: Pool; log: Log }): () => Promise<boolean> {
  let isCurrent = false;
  let isReported = false;
  return async () => {
    isCurrent ||= await isSchemaCurrent(deps.pool);
    if (!isCurrent && !isReported) {
      deps.log.error({ event: 'schema_outdated', runbook: 'The database schema is older than the program' });
      isReported = true;
    }
    return isCurrent;
  };
}
