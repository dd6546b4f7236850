// The lines of a chunk as decodeChunk hands them on: counted at once, cut out one by one. Whoever counts visits needs
// each line for a moment; a list of them all would outlive many collections of garbage.

import type { ChunkLines } from './chunk';

const LINE_FEED = 10;

function* cut(text: string): Generator<string> {
  let from = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
    yield text.slice(from, at);
    from = at + 1;
  }
  yield text.slice(from);
}

/** `value`: lines joined by '\n' (Latin-1). */
export function chunkLines(value: Buffer): ChunkLines {
  let length = 1;
  for (let at = value.indexOf(LINE_FEED); at !== -1; at = value.indexOf(LINE_FEED, at + 1)) length += 1;
  return { length, [Symbol.iterator]: () => cut(value.toString('latin1')) };
}
