// The refusal that a caller gets when an error was thrown. It never shows a detail of the error, which goes to the log.

import { hasErrorCode } from '@kurz/process';
import { OverShareError } from '@kurz/resilience';
import { isConnectionRefused, isStoreAway } from '../errors/is-store-away';
import { refuse, type Refusal } from '../errors/refusal';
import { FOREIGN_KEY_VIOLATION } from '../errors/sql-states';
import { WorkspaceDeleted } from '../links/insert-links';
import { unauthenticated } from '../sessions/authenticate-session';

const RETRY_AFTER_SECONDS = '2';
/** The requests ahead of this one are the caller's own, and short. */
const SHARE_RETRY_SECONDS = '1';

/** Postgres refuses U+0000 under these codes: in text, and in JSON. */
const NUL_CODES = ['22021', '22P05'];

/** The foreign keys to the person who sends the request. A transfer names another person. */
const OF_THE_CALLER = /^(?:workspaces_owner_id|(?!workspaces_transfer)\w+_user_id)_fkey$/;
const OF_A_WORKSPACE = /_workspace_id_fkey$/;

/** The refusal when the person or workspace of a new row was deleted since the request was authenticated. */
function refusalOfDeleted(error: unknown): Refusal | undefined {
  if (!hasErrorCode(error, FOREIGN_KEY_VIOLATION)) return undefined;
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
  if (OF_THE_CALLER.test(constraint)) return unauthenticated();
  return OF_A_WORKSPACE.test(constraint) ? refuse('WORKSPACE_NOT_FOUND') : undefined;
}

export function refusalOfError(error: unknown): Refusal {
  if (error instanceof OverShareError)
    return refuse('TOO_MANY_AT_ONCE', {}, { 'Retry-After': SHARE_RETRY_SECONDS });
  if (error instanceof WorkspaceDeleted) return refuse('WORKSPACE_NOT_FOUND');
  if (isStoreAway(error) || isConnectionRefused(error))
    return refuse('STORE_UNAVAILABLE', {}, { 'Retry-After': RETRY_AFTER_SECONDS });
  // thrown by the router, for a path that cannot be decoded
  if (error instanceof URIError) {
    return refuse('VALIDATION_FAILED', { field: 'path', reason: 'malformed_encoding' });
  }
  if (hasErrorCode(error, ...NUL_CODES)) {
    return refuse('VALIDATION_FAILED', { field: 'body', reason: 'has_nul' });
  }
  return refusalOfDeleted(error) ?? refuse('INTERNAL');
}
