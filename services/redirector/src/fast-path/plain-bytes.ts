// Finds the end of a run of plain bytes. Uses a table: a comparison for each range measured slower.

export const IN_NAME = 1;
export const IN_VALUE = 2;
export const IN_TARGET = 4;

const KINDS = new Uint8Array(256);
for (let byte = 0x20; byte < 0x7f; byte++) {
  const character = String.fromCharCode(byte);
  const inName = /[A-Za-z0-9_-]/.test(character) ? IN_NAME : 0;
  // visible characters but `#`: no browser sends a fragment
  const inTarget = /[^ #]/.test(character) ? IN_TARGET : 0;
  KINDS[byte] = IN_VALUE | inName | inTarget;
}

/** The first place from `from` on whose byte is not of `kind`, or the length. */
export function endOfPlain(bytes: Uint8Array, from: number, kind: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length && ((KINDS[bytes[at] ?? 0] ?? 0) & kind) !== 0) at++;
  return at;
}
