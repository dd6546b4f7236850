// The positions of a QR code's code words, by ISO/IEC 18004, at error level H. A block can repair a number of its
// words, so a logo must not hide too much of any block.

/** Per version from 1: the error-correction words of a block, and the number of blocks. */
const REPAIRING = [
  17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
  48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
];
const BITS = 8;
const TIMING_COLUMN = 6;

/** Both coordinates are at least `from` and less than `to`. */
export type Square = { from: number; to: number };

/** Data modules in the order of their bits: in pairs of columns from the right, up and down in turn. */
function* modulesInOrder(size: number, isData: (x: number, y: number) => boolean) {
  for (let right = size - 1, isUp = true; right >= 1; right -= 2, isUp = !isUp) {
    if (right === TIMING_COLUMN) right -= 1;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (isData(x, y)) yield [x, y] as const;
    }
  }
}

/** Words are interleaved over the blocks. The last blocks have one more data word. */
function blockOf(word: number, { words, blocks, repairing }: Layout): number {
  const long = words % blocks;
  const inAll = (Math.floor(words / blocks) - repairing) * blocks;
  if (word < inAll) return word % blocks;
  const ofData = words - repairing * blocks;
  return word < ofData ? blocks - long + (word - inAll) : (word - ofData) % blocks;
}

type Layout = { words: number; blocks: number; repairing: number };

export type CodeWords = {
  /** Words a block can repair. */
  repairable: number;
  /** The block of each word. */
  blocks: readonly number[];
  /** The word at a module, if any. */
  wordAt: (x: number, y: number) => number | undefined;
};

export function codeWordsOf(size: number, isData: (x: number, y: number) => boolean): CodeWords {
  const version = (size - 17) / 4;
  const order = new Map([...modulesInOrder(size, isData)].map(([x, y], bit) => [y * size + x, bit]));
  const layout = {
    words: Math.floor(order.size / BITS),
    blocks: BLOCKS[version - 1] ?? 1,
    repairing: REPAIRING[version - 1] ?? 0,
  };
  return {
    repairable: Math.floor(layout.repairing / 2),
    blocks: Array.from({ length: layout.words }, (_, word) => blockOf(word, layout)),
    wordAt: (x, y) => {
      const bit = order.get(y * size + x);
      const word = bit === undefined ? layout.words : Math.floor(bit / BITS);
      return word < layout.words ? word : undefined;
    },
  };
}

/** The share of a block's repair capacity that the words under the square need, for the most damaged block. */
export function damageOf({ repairable, blocks, wordAt }: CodeWords, { from, to }: Square): number {
  const touched = new Set<number>();
  for (let y = from; y < to; y++)
    for (let x = from; x < to; x++) {
      const word = wordAt(x, y);
      if (word !== undefined) touched.add(word);
    }
  const ofBlock = new Map<number, number>();
  for (const word of touched) {
    const block = blocks[word] ?? 0;
    ofBlock.set(block, (ofBlock.get(block) ?? 0) + 1);
  }
  return Math.max(0, ...ofBlock.values()) / repairable;
}
