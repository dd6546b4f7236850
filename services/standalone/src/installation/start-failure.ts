// What a start that failed says: one sentence where a person can mend it, else the error with its stack.

import { hasErrorCode, SettingsError } from '@kurz/process';

/** As the system, PostgreSQL and ClickHouse's engine say it. */
const FULL_DISK = /no space left on device|not enough space|disk quota exceeded/i;

export function startFailure(error: unknown, dataDirectory: string): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError) return error.message;
  const said = error.message.split('\n').find((line) => FULL_DISK.test(line));
  if (said !== undefined) return `the disk of ${dataDirectory} is full, make room there: ${said.trim()}`;
  // of the machine's own addresses
  if (hasErrorCode(error, 'EADDRNOTAVAIL')) return error.message;
  return String(error.stack);
}
