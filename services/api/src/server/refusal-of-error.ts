// The refusal that a caller gets when something was thrown: never a detail of the error, which goes to the log.

import { hasErrorCode } from '@kurz/process';
import { OverShareError } from '@kurz/resilience';
import { isStoreAway } from '../errors/is-store-away';
import { refuse, type Refusal } from '../errors/refusal';
import { WorkspaceDeleted } from '../links/insert-links';

const RETRY_AFTER_SECONDS = '2';
/** What waits ahead of the caller is the caller's own, and short. */
const SHARE_RETRY_SECONDS = '1';

/** Postgres refuses U+0000 under these codes: in text, and in JSON. */
const NUL_CODES = ['22021', '22P05'];

export function refusalOfError(error: unknown): Refusal {
  if (error instanceof OverShareError)
    return refuse('TOO_MANY_AT_ONCE', {}, { 'Retry-After': SHARE_RETRY_SECONDS });
  if (error instanceof WorkspaceDeleted) return refuse('WORKSPACE_NOT_FOUND');
  if (isStoreAway(error)) return refuse('STORE_UNAVAILABLE', {}, { 'Retry-After': RETRY_AFTER_SECONDS });
  // the router's own, for a path that cannot be decoded
  if (error instanceof URIError) {
    return refuse('VALIDATION_FAILED', { field: 'path', reason: 'malformed_encoding' });
  }
  if (hasErrorCode(error, ...NUL_CODES)) {
    return refuse('VALIDATION_FAILED', { field: 'body', reason: 'has_nul' });
  }
  return refuse('INTERNAL');
}
