// Why a store cannot be asked, told apart by what its client threw: away, a refused login, or a refused certificate.

import { errorCodeOf } from '@kurz/process';
import { finding, type Finding } from './finding';

export type Store = 'postgres' | 'redis' | 'kafka' | 'clickhouse';

/** PostgreSQL's classes 28 and 3D, ClickHouse's numbers, SASL and Redis by their words. */
const LOGIN_CODES = /^(28\w{3}|3D000|192|193|194|516)$/;
const LOGIN_WORDS = /WRONGPASS|NOAUTH|NOPERM|invalid password|SASL|authentication failed/i;
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

export const isCertificateError = (error: unknown): boolean =>
  causes(error).some(
    (cause) => CERTIFICATE_CODES.test(errorCodeOf(cause) ?? '') || CERTIFICATE_WORDS.test(textOf(cause)),
  );

/** Whether a request met no server that it could be sent to. */
export const isUnsent = (error: unknown): boolean =>
  isCertificateError(error) || causes(error).some((cause) => UNSENT_CODES.test(errorCodeOf(cause) ?? ''));

const isLoginError = (error: unknown): boolean =>
  causes(error).some(
    (cause) => LOGIN_CODES.test(errorCodeOf(cause) ?? '') || LOGIN_WORDS.test(textOf(cause)),
  );

/** The innermost cause that says something, in one line. */
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
  if (isLoginError(error)) return finding(`${store}_login_refused`, { reason });
  return finding(`${store}_unreachable`, { reason });
}
