// Matches a value against an entry of a convention's list, where `*` matches any characters or none.

/** Searches for each piece once: a value of 32,767 characters takes time linear in its length, whatever the entry. */
export function matchesPattern(value: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return value === pattern;
  if (value.length < head.length + tail.length) return false;
  if (!value.startsWith(head) || !value.endsWith(tail)) return false;
  const end = value.length - tail.length;
  let from = head.length;
  for (const piece of rest) {
    const at = value.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
