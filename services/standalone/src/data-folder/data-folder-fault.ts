// Something in the data folder that is there and cannot be used, as a person reads it: which part, why, and what to do.

/** Its message is all that a start has to say. */
export class DataFolderFault extends Error {}

const FULL_DISK = /no space left on device|not enough space|disk quota exceeded/i;

/** The line that says so, as the system, PostgreSQL and ClickHouse's engine do; undefined: the disk is not full. */
export const fullDiskIn = ({ message }: Error): string | undefined =>
  message
    .split('\n')
    .find((line) => FULL_DISK.test(line))
    ?.trim();

/** The error as a fault with this sentence; a full disk stays what it is, and so does what is a fault already. */
export function asFault(error: unknown, sentence: (reason: string) => string): unknown {
  if (!(error instanceof Error) || error instanceof DataFolderFault || fullDiskIn(error)) return error;
  return new DataFolderFault(sentence(error.message), { cause: error });
}
