// The shipped position, in a file of the journal's directory, so that a position lost in Kafka is noticed.

import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@kurz/process';

/** `lost`: there was a marker, and a power cut has destroyed it. */
export type MarkedPosition = number | 'lost';

export type ShippedMarker = {
  /** The stored position; undefined when the journal was never shipped. @throws when the marker is damaged. */
  read: () => Promise<MarkedPosition | undefined>;
  /**
   * Not synced: after a power cut an older marker is there, or an empty file or zeros on file systems that write the
   * name before the bytes (XFS). Both are enough.
   */
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
      if (/^\0*$/.test(text)) return 'lost';
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
