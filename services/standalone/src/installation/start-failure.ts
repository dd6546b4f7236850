// What a start that failed says: one sentence where a person can mend it, else the error with its stack.

import { hasErrorCode, SettingsError } from '@kurz/process';
import { DataFolderFault, fullDiskIn } from '../data-folder/data-folder-fault';

export function startFailure(error: unknown, dataDirectory: string): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError || error instanceof DataFolderFault) return error.message;
  const said = fullDiskIn(error);
  if (said !== undefined) return `the disk of ${dataDirectory} is full, make room there: ${said}`;
  // of the machine's own addresses
  if (hasErrorCode(error, 'EADDRNOTAVAIL')) return error.message;
  return String(error.stack);
}
