// Removes a character from the end of a text, however often it repeats, in one pass. A pattern such as `/\.+$/` begins
// anew at each of the characters: it takes quadratic time when a tenant has put many into the middle.

export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text.endsWith(character, end)) end -= character.length;
  return text.slice(0, end);
}
