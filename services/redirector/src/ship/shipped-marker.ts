// The shipped position, in a file of the journal's directory, so that a position lost in Kafka is noticed.

import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@kurz/process';

export type ShippedMarker = {
  /** The stored position; undefined when the journal was never shipped. @throws when the marker is damaged. */
  read: () => Promise<number | undefined>;
  /** Not synced: after a power cut an older marker is there, which is enough. */
  write: (position: number) => Promise<void>;
};

export function makeShippedMarker(directory: string): ShippedMarker {
  const file = path.join(directory, 'shipped');
  return {
    read: async () => {
      const text = await readFile(file, 'latin1').catch((error: unknown) => {
        if (hasErrorCode(error, 'ENOENT')) return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      const position = /^\d{1,16}\n$/.test(text) ? Number(text) : NaN;
      if (!Number.isSafeInteger(position)) throw new Error(`${file} is damaged: it must hold one position.`);
      return position;
    },
    write: async (position) => {
      await writeFile(`${file}.new`, `${position}\n`, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}
