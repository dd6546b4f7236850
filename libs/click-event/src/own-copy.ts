// Copies a text of a visit that is kept for long. A decoded field is a slice, for which V8 keeps the whole chunk in
// memory.

const LATIN_1 = /^[\0-\u00ff]*$/;

/** The same characters, lone surrogates included, in a string of their own. 0.2 µs, 0.5 beyond Latin-1. */
export function ownCopy(text: string): string {
  if (!LATIN_1.test(text)) return String(JSON.parse(JSON.stringify(text)));
  return Buffer.from(text, 'latin1').toString('latin1');
}
