// Why a store cannot be queried, by the error that its client threw: the store is away, refuses the login, the
// certificate or a further connection, or the user lacks a right.

import { errorCodeOf, hasErrorCode } from '@kurz/process';
import { finding, type Finding } from './finding';

export type Store = 'postgres' | 'redis' | 'kafka' | 'clickhouse';

/** PostgreSQL's classes 28 and 3D, and ClickHouse's error numbers. SASL and Redis are recognised by their messages. */
const LOGIN_CODES = /^(28\w{3}|3D000|192|193|194|516)$/;
const LOGIN_WORDS = /WRONGPASS|NOAUTH|invalid password|SASL|authentication failed/i;
/** PostgreSQL's insufficient_privilege, ClickHouse's ACCESS_DENIED. Redis and Kafka are recognised by messages. */
const RIGHTS_CODES = /^(42501|497)$/;
const RIGHTS_WORDS = /NOPERM|not authorized|authorization[ _]failed/i;
/** PostgreSQL's too_many_connections, which also covers the limit of a role or database. */
const FULL = '53300';
const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/;
const CERTIFICATE_WORDS = /certificate|self[- ]signed|does not support SSL|wrong version number/i;

const UNSENT_CODES = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

const DEEPEST = 5;

function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let cause = error; cause !== undefined && found.length < DEEPEST;) {
    found.push(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return found;
}

const textOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

const isOne = (error: unknown, codes: RegExp, words: RegExp): boolean =>
  causes(error).some((cause) => codes.test(errorCodeOf(cause) ?? '') || words.test(textOf(cause)));

export const isCertificateError = (error: unknown): boolean =>
  isOne(error, CERTIFICATE_CODES, CERTIFICATE_WORDS);

/** Whether a request could not be sent, because no server accepted the connection. */
export const isUnsent = (error: unknown): boolean =>
  isCertificateError(error) || causes(error).some((cause) => UNSENT_CODES.test(errorCodeOf(cause) ?? ''));

/** The innermost cause that has a message, in one line. */
export function reasonOf(error: unknown): string {
  const all = causes(error);
  // several addresses of one name were tried
  const several = all.flatMap((cause): unknown[] =>
    cause instanceof AggregateError ? cause.errors : [cause],
  );
  const said = several.map(textOf).filter((text) => text !== '' && text !== 'AggregateError');
  return (said.at(-1) ?? 'no answer').split('\n')[0]?.replace(/\.$/, '') ?? '';
}

export function connectionFinding(store: Store, error: unknown): Finding {
  const reason = reasonOf(error);
  if (isCertificateError(error)) return finding(`${store}_certificate_refused`, { reason });
  if (isOne(error, LOGIN_CODES, LOGIN_WORDS)) return finding(`${store}_login_refused`, { reason });
  if (isOne(error, RIGHTS_CODES, RIGHTS_WORDS)) return finding(`${store}_rights_missing`, { reason });
  if (causes(error).some((cause) => hasErrorCode(cause, FULL)))
    return finding('postgres_connections_refused', { reason });
  return finding(`${store}_unreachable`, { reason });
}
