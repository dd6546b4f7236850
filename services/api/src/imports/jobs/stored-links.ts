// The links that a job has read from another shortener, page by page, in place of a file. The run asks for none again.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Db } from '@kurz/database';
import { SourceFault, type ImportPage, type LinkSource } from '../import-source';
import { MAX_PARTS } from './job-file';
import { MAX_UNPACKED_BYTES } from './unpacked';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export type PackedPage = { part: number; content: Buffer };

export type LinkWriter = {
  /** Packs the next page. Throws SourceFault when the pages are too large together. */
  pack: (page: ImportPage) => Promise<PackedPage>;
  /** Pages that are written a second time stay unchanged. */
  write: (transaction: Db, packed: readonly PackedPage[]) => Promise<void>;
};

/** The part of the first page: behind the parts of the file, when the job was sent one. */
export const firstPageOf = ({ bytes }: { bytes: number }): number => (bytes > 0 ? MAX_PARTS : 0);

/** `first`: the part of the first page. */
export function makeLinkWriter(jobId: string, first: number): LinkWriter {
  let part = first;
  let bytes = 0;
  return {
    pack: async ({ links, cursor }) => {
      const text = JSON.stringify({ links, cursor });
      bytes += Buffer.byteLength(text);
      if (bytes > MAX_UNPACKED_BYTES)
        throw new SourceFault(`tells more than ${MAX_UNPACKED_BYTES} bytes of links`, 'too_large');
      return { part: part++, content: await pack(text) };
    },
    write: async (transaction, packed) => {
      for (const page of packed)
        await transaction
          .insertInto('import_job_parts')
          .values({ job_id: jobId, ...page })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
  };
}

/** `open` gives the parts as they were written. */
export async function openStoredLinks(name: string, open: () => AsyncIterable<Buffer>): Promise<LinkSource> {
  const hash = createHash('sha256');
  for await (const part of open()) hash.update(part);
  async function* pagesFrom(cursor: number): AsyncGenerator<ImportPage> {
    for await (const part of open()) {
      // written above
      const page = JSON.parse((await unpack(part)).toString()) as ImportPage;
      if (page.cursor > cursor) yield page;
    }
  }
  return { name, fingerprint: hash.digest(), history: undefined, mayChange: false, pagesFrom };
}
