// Parts a list into pieces of as many links as one statement may name: its parameters travel in the URL, where some
// 16 KB is safe everywhere.

export const LINKS_AT_ONCE = 150;

export function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += LINKS_AT_ONCE)
    parts.push(items.slice(start, start + LINKS_AT_ONCE));
  return parts;
}
