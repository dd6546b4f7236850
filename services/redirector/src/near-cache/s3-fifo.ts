// Evicts by S3-FIFO (Yang et al., SOSP 2023). New records enter a small ring, a tenth of the room. A record that was
// used there, or whose key left there recently, goes to the main ring. Keys requested once do not get there, so an
// enumeration of cold slugs evicts no hot one. In the main ring the oldest leaves, unless it was used since it was last
// the oldest. While the main ring has room, nothing is evicted.

import * as record from './entry-record';
import type { HashIndex } from './hash-index';
import { makeRecentHashes } from './recent-hashes';
import { makeRecordRing } from './record-ring';

export type S3Fifo = {
  /** Makes room for a record of `length` words and returns its offset; -1 when it is not stored. */
  allocate: (length: number, hash: number) => number;
  /** Words that are taken. */
  used: () => number;
  /** The index is not cleared with it. */
  clear: () => void;
};

const SMALL_SHARE = 10;
/** Bounds one allocation: when everything was used, one new entry does not walk through all the old ones. */
const MAX_CHANCES = 64;

/** `recent`: how many evicted keys are remembered. Updates the index when records move or leave. */
export function makeS3Fifo(
  deps: { words: record.Words; index: HashIndex; hashAt: (offset: number) => number },
  { recent }: { recent: number },
): S3Fifo {
  const { words, index, hashAt } = deps;
  const left = makeRecentHashes(recent);
  const lengthOf = (offset: number) => record.wordsOf(words, offset);
  const smallEnd = Math.floor(words.length / SMALL_SHARE);
  const small = makeRecordRing(words, { start: 0, end: smallEnd }, lengthOf);
  const main = makeRecordRing(words, { start: smallEnd, end: words.length }, lengthOf);

  /** Moves a record that was taken out of its ring to the main ring, if there is room. */
  const moveToMain = (offset: number, hash: number, uses: number): void => {
    const length = lengthOf(offset);
    const to = main.allocate(length);
    if (to < 0) return index.remove(hash, offset);
    words.copyWithin(to, offset, offset + length);
    record.setUses(words, to, uses);
    index.move(hash, offset, to);
  };

  const takeFromMain = (mayStay: boolean): void => {
    const offset = main.pop();
    if (offset < 0 || record.isDropped(words, offset)) return;
    const uses = record.usesOf(words, offset);
    const hash = hashAt(offset);
    if (uses > 0 && mayStay) moveToMain(offset, hash, uses - 1);
    else index.remove(hash, offset);
  };

  const makeRoomInMain = (length: number): void => {
    for (let taken = 0; !main.hasRoomFor(length) && main.used() > 0; taken++)
      takeFromMain(taken < MAX_CHANCES);
  };

  const takeFromSmall = (): void => {
    const offset = small.pop();
    if (offset < 0 || record.isDropped(words, offset)) return;
    const hash = hashAt(offset);
    const length = lengthOf(offset);
    const isUsed = record.usesOf(words, offset) > 0;
    if (isUsed) makeRoomInMain(length);
    if (isUsed || (main.hasRoomFor(length) && !index.isFull())) return moveToMain(offset, hash, 0);
    left.add(hash);
    index.remove(hash, offset);
  };

  const allocate = (length: number, hash: number): number => {
    const isKnown = left.has(hash);
    for (let taken = 0; index.isFull(); taken++) {
      if (small.used() > 0) takeFromSmall();
      else if (main.used() > 0) takeFromMain(taken < MAX_CHANCES);
      else return -1;
    }
    if (isKnown || length > smallEnd) makeRoomInMain(length);
    if (isKnown || main.hasRoomFor(length)) return main.allocate(length);
    while (!small.hasRoomFor(length) && small.used() > 0) takeFromSmall();
    return small.allocate(length);
  };

  return {
    allocate,
    used: () => small.used() + main.used(),
    clear: () => {
      small.clear();
      main.clear();
      left.clear();
    },
  };
}
