// Interns texts that many records have in common (zones, workspaces) as small numbers. When the table is full, a new
// text gets no number, and its records hold the text itself.

export type NameTable = {
  /** The text's number, from 1 on; a new text is given one. 0 when the table is full. */
  numberOf: (text: string) => number;
  /** The text of a number that was given out. */
  textOf: (number: number) => string;
  bytes: () => number;
};

// an entry of a Map, a place in an array, the header of the string
const OVERHEAD = 72;

export function makeNameTable(limits: { names: number; bytes: number }): NameTable {
  const numbers = new Map<string, number>();
  const texts = [''];
  let bytes = 0;
  return {
    numberOf: (text) => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const needed = text.length + OVERHEAD;
      if (texts.length > limits.names || bytes + needed > limits.bytes) return 0;
      // a copy, or a slice would keep the whole text that it was cut from
      const copy = Buffer.from(text, 'latin1').toString('latin1');
      numbers.set(copy, texts.length);
      bytes += needed;
      return texts.push(copy) - 1;
    },
    textOf: (number) => texts[number] ?? '',
    bytes: () => bytes,
  };
}
