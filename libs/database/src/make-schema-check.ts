// The readiness check for the schema that this build needs. No service migrates: it waits, and logs that it does.

import type { Log } from '@kurz/process';
import type { Pool } from 'pg';
import { isSchemaCurrent } from './is-schema-current';

/** False until the schema is current; true from then on without another query. Throws while the database is away. */
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
