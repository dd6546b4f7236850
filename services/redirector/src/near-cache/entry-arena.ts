// Entries of the link cache in one block of memory, bounded in bytes and not walked by garbage collection. A million
// links of 80 bytes take about 140 MB; a Map of objects took 376 MB, and 320 ms for each full collection.

import { randomInt } from 'node:crypto';
import type { LinkCacheEntry, LinkCacheKey } from '@kurz/link-cache';
import { arenaSharesOf, fixedBytesOf } from './arena-shares';
import * as record from './entry-record';
import { makeHashIndex } from './hash-index';
import { makeKeyHash } from './key-hash';
import { makeNameTable } from './name-table';
import { makeS3Fifo } from './s3-fifo';

export type EntryArena = {
  /** The offset of the key's entry, valid until the next `put`; -1 when it is absent. Counts as a use. */
  find: (zoneId: string, slug: string) => number;
  entryAt: (offset: number) => LinkCacheEntry;
  /** False when its time is over, or when its generation is before `oldest`. */
  isFreshAt: (offset: number, now: number, oldest: number) => boolean;
  generationAt: (offset: number) => number;
  /** The offsets of all entries. Entries that are put, dropped or moved during the iteration may be included or not. */
  offsets: () => Iterable<number>;
  keyAt: (offset: number) => LinkCacheKey;
  /** Gives the key's entry this generation if it has the version. Does not count as a use. */
  renew: (zoneId: string, slug: string, version: number, generation: number) => void;
  put: (zoneId: string, slug: string, entry: LinkCacheEntry, times: record.Times) => void;
  drop: (zoneId: string, slug: string) => void;
  clear: () => void;
  bytes: () => number;
};

/** `typicalBytes`: the size of one entry with its figures; sizes the index. */
export function makeEntryArena(config: { maxBytes: number; typicalBytes: number }): EntryArena {
  const shares = arenaSharesOf(config.maxBytes, config.typicalBytes);
  const words = new Uint32Array(shares.words);
  const memory = { words, bytes: Buffer.from(words.buffer) };
  const index = makeHashIndex(shares.slots);
  const hashOf = makeKeyHash(randomInt(2 ** 32));
  const zones = makeNameTable({ names: record.MAX_ZONES, bytes: shares.nameBytes });
  const workspaces = makeNameTable({ names: record.MAX_WORKSPACES, bytes: shares.nameBytes });
  const lengthOf = (offset: number) => record.wordsOf(words, offset);

  const find = (zoneId: string, slug: string, hash: number): number => {
    for (let slot = index.first(hash); slot >= 0; slot = index.next(hash, slot)) {
      const offset = index.offsetAt(slot);
      if (record.isSlugAt(memory, offset, slug) && record.zoneAt(memory, offset, zones.textOf) === zoneId)
        return offset;
    }
    return -1;
  };

  const hashAt = (offset: number) =>
    hashOf(record.zoneAt(memory, offset, zones.textOf), record.slugAt(memory, offset));

  const forget = (offset: number, hash: number): void => {
    record.markDropped(words, offset);
    index.remove(hash, offset);
  };

  const rings = makeS3Fifo({ words, index, hashAt }, shares);

  const draftOf = (zoneId: string, slug: string, entry: LinkCacheEntry) => {
    const workspace = entry.kind === 'link' ? entry.workspaceId : '';
    return record.draftOf(
      slug,
      entry,
      { text: zoneId, number: zones.numberOf(zoneId) },
      { text: workspace, number: workspaces.numberOf(workspace) },
    );
  };

  return {
    find: (zoneId, slug) => {
      const offset = find(zoneId, slug, hashOf(zoneId, slug));
      if (offset < 0) return -1;
      const uses = record.usesOf(words, offset);
      if (uses < record.MAX_USES) record.setUses(words, offset, uses + 1);
      return offset;
    },
    entryAt: (offset) => record.entryAt(memory, offset, workspaces.textOf),
    isFreshAt: (offset, now, oldest) =>
      record.generationOf(words, offset) >= oldest && now < record.untilOf(words, offset),
    generationAt: (offset) => record.generationOf(words, offset),
    offsets: index.offsets,
    keyAt: (offset) => record.keyAt(memory, offset, zones.textOf),
    renew: (zoneId, slug, version, generation) => {
      const offset = find(zoneId, slug, hashOf(zoneId, slug));
      if (offset >= 0 && record.versionOf(words, offset) === version)
        record.setGeneration(words, offset, generation);
    },
    put: (zoneId, slug, entry, times) => {
      const hash = hashOf(zoneId, slug);
      const draft = draftOf(zoneId, slug, entry);
      const old = find(zoneId, slug, hash);
      const uses = old < 0 ? 0 : record.usesOf(words, old);
      const isSameLength = old >= 0 && lengthOf(old) === draft?.words;
      if (old >= 0 && !isSameLength) forget(old, hash);
      if (!draft) return;
      const offset = isSameLength ? old : rings.allocate(draft.words, hash);
      if (offset < 0) return;
      record.putRecord(memory, offset, draft, times);
      record.setUses(words, offset, uses);
      if (!isSameLength) index.add(hash, offset);
    },
    drop: (zoneId, slug) => {
      const hash = hashOf(zoneId, slug);
      const offset = find(zoneId, slug, hash);
      if (offset >= 0) forget(offset, hash);
    },
    clear: () => {
      rings.clear();
      index.clear();
    },
    bytes: () => rings.used() * 4 + fixedBytesOf(shares) + zones.bytes() + workspaces.bytes(),
  };
}
