// Errors for a damaged or missing part of the data folder: which part, why, and what to do.

/** Its message is all that a failed start prints. */
export class DataFolderFault extends Error {}

const FULL_DISK = /no space left on device|not enough space|disk quota exceeded/i;

/**
 * The error's line about a full disk, in the words of the system, PostgreSQL or ClickHouse. Undefined: it is not full.
 */
export const fullDiskIn = ({ message }: Error): string | undefined =>
  message
    .split('\n')
    .find((line) => FULL_DISK.test(line))
    ?.trim();

/** Makes a fault with this sentence of the error. A full disk and an error that is a fault already stay as they are. */
export function asFault(error: unknown, sentence: (reason: string) => string): unknown {
  if (!(error instanceof Error) || error instanceof DataFolderFault || fullDiskIn(error)) return error;
  return new DataFolderFault(sentence(error.message), { cause: error });
}
