// Entries of the link cache in one stretch of memory, bounded in bytes, that no garbage collection walks through: a
// million links of 80 bytes in about 140 MB, where a Map of objects took 376 MB and 320 ms for each full collection.

import { randomInt } from 'node:crypto';
import type { LinkCacheEntry } from '@kurz/link-cache';
import { arenaSharesOf, fixedBytesOf } from './arena-shares';
import * as record from './entry-record';
import { makeHashIndex } from './hash-index';
import { makeKeyHash } from './key-hash';
import { makeNameTable } from './name-table';
import { makeS3Fifo } from './s3-fifo';

export type EntryArena = {
  /** Where the key's entry is, until the next `put`; -1 when it is not here. Counts as a use. */
  find: (zoneId: string, slug: string) => number;
  entryAt: (place: number) => LinkCacheEntry;
  /** False once its time is over, or when it was learned in another generation. */
  isFreshAt: (place: number, now: number, generation: number) => boolean;
  generationAt: (place: number) => number;
  put: (zoneId: string, slug: string, entry: LinkCacheEntry, times: record.Times) => void;
  drop: (zoneId: string, slug: string) => void;
  clear: () => void;
  bytes: () => number;
};

/** `typicalBytes`: of one entry with its figures; the index is made for so many. */
export function makeEntryArena(config: { maxBytes: number; typicalBytes: number }): EntryArena {
  const shares = arenaSharesOf(config.maxBytes, config.typicalBytes);
  const words = new Uint32Array(shares.words);
  const memory = { words, bytes: Buffer.from(words.buffer) };
  const index = makeHashIndex(shares.slots);
  const hashOf = makeKeyHash(randomInt(2 ** 32));
  const zones = makeNameTable({ names: record.MAX_ZONES, bytes: shares.nameBytes });
  const workspaces = makeNameTable({ names: record.MAX_WORKSPACES, bytes: shares.nameBytes });
  const lengthOf = (place: number) => record.wordsOf(words, place);

  const find = (zoneId: string, slug: string, hash: number): number => {
    for (let slot = index.first(hash); slot >= 0; slot = index.next(hash, slot)) {
      const place = index.placeAt(slot);
      if (record.isSlugAt(memory, place, slug) && record.zoneAt(memory, place, zones.textOf) === zoneId)
        return place;
    }
    return -1;
  };

  const hashAt = (place: number) =>
    hashOf(record.zoneAt(memory, place, zones.textOf), record.slugAt(memory, place));

  const forget = (place: number, hash: number): void => {
    record.markDropped(words, place);
    index.remove(hash, place);
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
      const place = find(zoneId, slug, hashOf(zoneId, slug));
      if (place < 0) return -1;
      const uses = record.usesOf(words, place);
      if (uses < record.MAX_USES) record.setUses(words, place, uses + 1);
      return place;
    },
    entryAt: (place) => record.entryAt(memory, place, workspaces.textOf),
    isFreshAt: (place, now, generation) =>
      record.generationOf(words, place) === generation && now < record.untilOf(words, place),
    generationAt: (place) => record.generationOf(words, place),
    put: (zoneId, slug, entry, times) => {
      const hash = hashOf(zoneId, slug);
      const draft = draftOf(zoneId, slug, entry);
      const old = find(zoneId, slug, hash);
      const uses = old < 0 ? 0 : record.usesOf(words, old);
      const isSameLength = old >= 0 && lengthOf(old) === draft?.words;
      if (old >= 0 && !isSameLength) forget(old, hash);
      if (!draft) return;
      const place = isSameLength ? old : rings.placeFor(draft.words, hash);
      if (place < 0) return;
      record.putRecord(memory, place, draft, times);
      record.setUses(words, place, uses);
      if (!isSameLength) index.add(hash, place);
    },
    drop: (zoneId, slug) => {
      const hash = hashOf(zoneId, slug);
      const place = find(zoneId, slug, hash);
      if (place >= 0) forget(place, hash);
    },
    clear: () => {
      rings.clear();
      index.clear();
    },
    bytes: () => rings.used() * 4 + fixedBytesOf(shares) + zones.bytes() + workspaces.bytes(),
  };
}
