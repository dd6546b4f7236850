// The message of a failed start: one sentence when a person can fix the cause, else the error with its stack.

import { hasErrorCode, SettingsError } from '@kurz/process';
import { DataFolderFault, fullDiskIn } from '../data-folder/data-folder-fault';

export function startFailure(error: unknown, dataDirectory: string): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError || error instanceof DataFolderFault) return error.message;
  const said = fullDiskIn(error);
  if (said !== undefined) return `the disk of ${dataDirectory} is full; free some space there: ${said}`;
  // the machine lacks an address that the stores need; the message says so
  if (hasErrorCode(error, 'EADDRNOTAVAIL')) return error.message;
  return String(error.stack);
}
