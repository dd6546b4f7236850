// One bit per line of a log: whether the line is counted.

export type LineBits = {
  has: (line: number) => boolean;
  add: (line: number) => void;
  count: () => number;
  bytes: () => Buffer;
};

/** Bits for a growing number of lines, starting from `initial` (which is copied). */
export function makeLineBits(initial: Uint8Array = new Uint8Array(0)): LineBits {
  let bits: Buffer = Buffer.from(initial);
  return {
    has: (line) => ((bits[line >> 3] ?? 0) & (1 << (line & 7))) !== 0,
    add: (line) => {
      const index = line >> 3;
      if (index >= bits.length)
        bits = Buffer.concat([bits, Buffer.alloc(Math.max(1024, bits.length, index + 1 - bits.length))]);
      bits[index] = (bits[index] ?? 0) | (1 << (line & 7));
    },
    count: () => {
      let count = 0;
      for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) count++;
      return count;
    },
    bytes: () => bits,
  };
}

/** Adds to `bits` the first `lines` bits of `counted`. */
export function mergeLineBits(bits: LineBits, counted: Uint8Array, lines: number): void {
  for (let line = 0; line < Math.min(lines, counted.length * 8); line++) {
    if (((counted[line >> 3] ?? 0) & (1 << (line & 7))) !== 0) bits.add(line);
  }
}
