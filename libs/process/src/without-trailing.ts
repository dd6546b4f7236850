// A text without a character that it ends with, however often. In one pass: a pattern such as `/\.+$/` begins anew at
// each of the characters, so it takes the square of their number where a tenant has put many into the middle.

export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text.endsWith(character, end)) end -= character.length;
  return text.slice(0, end);
}
