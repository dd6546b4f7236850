// What keeps a text of a visit for long asks for a copy here: a decoded field is a slice, and V8 keeps the whole chunk
// of the stream alive for it.

/** The same characters, lone surrogates included, in a string of their own. About 1 µs. */
export function ownCopy(text: string): string {
  return String(JSON.parse(JSON.stringify(text)));
}
