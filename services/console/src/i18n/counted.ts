/** `1 link`, `12 links`: a formatted number with its noun in the singular or plural, for English and German. */
export const counted = (count: string, one: string, many: string): string =>
  `${count} ${count === '1' ? one : many}`;
