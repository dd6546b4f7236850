// A list of values as one text, separated by commas. A value that would be read as another stands in quotes.

const IN_QUOTES = /[,\n]|^["\s]|\s$/;
/** One value up to its comma, its line's end or the text's. */
const EACH = /[^\S\n]*(?:"((?:[^"]|"")*)"[^\S\n]*(?=[,\n]|$)|([^,\n]*))(?:[,\n]|$)/g;

export const textOfValues = (values: readonly string[]): string =>
  values.map((value) => (IN_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(', ');

/** Empty values are left out, and so is white space around one without quotes. */
export const valuesOf = (text: string): string[] =>
  [...text.matchAll(EACH)]
    .map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare.trim())
    .filter((value) => value !== '');
