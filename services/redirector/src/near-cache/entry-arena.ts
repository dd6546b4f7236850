// Entries of the directory in one stretch of memory, bounded in bytes, that no garbage collection walks through: a
// million links of 80 bytes in about 140 MB, where a Map of objects took 376 MB and 320 ms for each full collection.
//
// Which entry makes room for a new one is S3-FIFO (Yang et al., SOSP 2023): new ones enter a small ring, a tenth of
// the room. An entry that was used there, or whose key left there a short while ago, goes to the main ring; what is
// asked for once never gets that far, so an enumeration of cold slugs pushes out no hot one. In the main ring the
// oldest leaves unless it was used since it last came up. While the main ring has room nothing leaves at all.

import { randomInt } from 'node:crypto';
import type { DirectoryEntry } from '@kurz/link-directory';
import { arenaSharesOf, fixedBytesOf } from './arena-shares';
import * as record from './entry-record';
import { makeHashIndex } from './hash-index';
import { makeKeyHash } from './key-hash';
import { makeNameTable } from './name-table';
import { makeRecentHashes } from './recent-hashes';
import { makeRecordRing } from './record-ring';

export type EntryArena = {
  /** Where the key's entry is, until the next `put`; -1 when it is not here. Counts as a use. */
  find: (zoneId: string, slug: string) => number;
  entryAt: (place: number) => DirectoryEntry;
  /** False once its time is over, or when it was learned in another generation. */
  isFreshAt: (place: number, now: number, generation: number) => boolean;
  generationAt: (place: number) => number;
  put: (zoneId: string, slug: string, entry: DirectoryEntry, times: record.Times) => void;
  drop: (zoneId: string, slug: string) => void;
  clear: () => void;
  bytes: () => number;
};

const SMALL_SHARE = 10;
/** When everything was used, one new entry does not walk through all the old ones. */
const MAX_CHANCES = 64;

/** `typicalBytes`: of one entry with its figures; the index is made for so many. */
export function makeEntryArena(config: { maxBytes: number; typicalBytes: number }): EntryArena {
  const shares = arenaSharesOf(config.maxBytes, config.typicalBytes);
  const words = new Uint32Array(shares.words);
  const memory = { words, bytes: Buffer.from(words.buffer) };
  const index = makeHashIndex(shares.slots);
  const left = makeRecentHashes(shares.recent);
  const hashOf = makeKeyHash(randomInt(2 ** 32));
  const zones = makeNameTable({ names: record.MAX_ZONES, bytes: shares.nameBytes });
  const workspaces = makeNameTable({ names: record.MAX_WORKSPACES, bytes: shares.nameBytes });
  const lengthOf = (place: number) => record.wordsOf(words, place);
  const smallEnd = Math.floor(words.length / SMALL_SHARE);
  const small = makeRecordRing(words, { start: 0, end: smallEnd }, lengthOf);
  const main = makeRecordRing(words, { start: smallEnd, end: words.length }, lengthOf);

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

  /** A record that was taken out of its ring goes on in the main ring, if there is room. */
  const moveToMain = (place: number, hash: number, uses: number): void => {
    const length = lengthOf(place);
    const to = main.place(length);
    if (to < 0) return index.remove(hash, place);
    words.copyWithin(to, place, place + length);
    record.setUses(words, to, uses);
    index.move(hash, place, to);
  };

  const takeFromMain = (mayStay: boolean): void => {
    const place = main.pop();
    if (place < 0 || record.isDropped(words, place)) return;
    const uses = record.usesOf(words, place);
    const hash = hashAt(place);
    if (uses > 0 && mayStay) moveToMain(place, hash, uses - 1);
    else index.remove(hash, place);
  };

  const makeRoomInMain = (length: number): void => {
    for (let taken = 0; !main.hasRoomFor(length) && main.used() > 0; taken++)
      takeFromMain(taken < MAX_CHANCES);
  };

  const takeFromSmall = (): void => {
    const place = small.pop();
    if (place < 0 || record.isDropped(words, place)) return;
    const hash = hashAt(place);
    const length = lengthOf(place);
    const isUsed = record.usesOf(words, place) > 0;
    if (isUsed) makeRoomInMain(length);
    if (isUsed || (main.hasRoomFor(length) && !index.isFull())) return moveToMain(place, hash, 0);
    left.add(hash);
    index.remove(hash, place);
  };

  const placeFor = (length: number, hash: number): number => {
    const isKnown = left.has(hash);
    for (let taken = 0; index.isFull(); taken++) {
      if (small.used() > 0) takeFromSmall();
      else if (main.used() > 0) takeFromMain(taken < MAX_CHANCES);
      else return -1;
    }
    if (isKnown || length > smallEnd) makeRoomInMain(length);
    if (isKnown || main.hasRoomFor(length)) return main.place(length);
    while (!small.hasRoomFor(length) && small.used() > 0) takeFromSmall();
    return small.place(length);
  };

  const draftOf = (zoneId: string, slug: string, entry: DirectoryEntry) => {
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
      const place = isSameLength ? old : placeFor(draft.words, hash);
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
      small.clear();
      main.clear();
      index.clear();
      left.clear();
    },
    bytes: () => (small.used() + main.used()) * 4 + fixedBytesOf(shares) + zones.bytes() + workspaces.bytes(),
  };
}
