// The id under which a request is found in the log: the caller's own when it is harmless in a log line, otherwise a
// new one.

import { randomBase62 } from '@kurz/process';

const HARMLESS = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && HARMLESS.test(header) ? header : `req_${randomBase62(20)}`;
}
