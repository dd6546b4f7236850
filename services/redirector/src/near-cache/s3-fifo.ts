// Which record makes room for a new one: S3-FIFO (Yang et al., SOSP 2023). New records enter a small ring, a tenth of the
// room. A record that was used there, or whose key left there a short while ago, goes to the main ring. What is asked for
// once does not get that far, so an enumeration of cold slugs pushes out no hot one. In the main ring the oldest leaves,
// except when it was used since it last came up. While the main ring has room nothing leaves at all.

import * as record from './entry-record';
import type { HashIndex } from './hash-index';
import { makeRecentHashes } from './recent-hashes';
import { makeRecordRing } from './record-ring';

export type S3Fifo = {
  /** Makes room for a new record of so many words and says where it may stand; -1 when it gets none. */
  placeFor: (length: number, hash: number) => number;
  /** Words that are taken. */
  used: () => number;
  /** The index is not cleared with it. */
  clear: () => void;
};

const SMALL_SHARE = 10;
/** When everything was used, one new entry does not walk through all the old ones. */
const MAX_CHANCES = 64;

/** `recent`: how many keys that left are remembered. Records that move or leave are changed in the index. */
export function makeS3Fifo(
  deps: { words: record.Words; index: HashIndex; hashAt: (place: number) => number },
  { recent }: { recent: number },
): S3Fifo {
  const { words, index, hashAt } = deps;
  const left = makeRecentHashes(recent);
  const lengthOf = (place: number) => record.wordsOf(words, place);
  const smallEnd = Math.floor(words.length / SMALL_SHARE);
  const small = makeRecordRing(words, { start: 0, end: smallEnd }, lengthOf);
  const main = makeRecordRing(words, { start: smallEnd, end: words.length }, lengthOf);

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

  return {
    placeFor,
    used: () => small.used() + main.used(),
    clear: () => {
      small.clear();
      main.clear();
      left.clear();
    },
  };
}
