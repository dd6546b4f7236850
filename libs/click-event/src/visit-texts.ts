// Caches the strings of recently read fields, by their bytes. Most fields of a visit have occurred before (a link, an
// agent, a network); their string is neither made nor hashed again. A slice of the chunk's string takes seven times as
// long to look up in a map, and keeps the whole chunk in memory.

const SLOTS = 1 << 17;

/** At most 131,072 strings: 10 MB for real visits, 70 MB if each were a different agent of 512 characters. */
export class VisitTexts {
  readonly #slots = new Array<string>(SLOTS).fill('');

  /** The Latin-1 text of the bytes. `hash`: any number that is the same for the same bytes. */
  textOf(bytes: Buffer, from: number, to: number, hash: number): string {
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const known = this.#slots[slot];
    if (known !== undefined && isSame(known, bytes, from, to)) return known;
    const text = bytes.toString('latin1', from, to);
    this.#slots[slot] = text;
    return text;
  }
}

function isSame(text: string, bytes: Buffer, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let at = from; at < to; at++) if (text.charCodeAt(at - from) !== bytes[at]) return false;
  return true;
}
