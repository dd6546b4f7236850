/** `1 link`, `12 links`: a number as the language writes it, with the word that follows it in English and German. */
export const counted = (count: string, one: string, many: string): string =>
  `${count} ${count === '1' ? one : many}`;
