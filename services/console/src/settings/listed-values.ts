// A list of values as one text, separated by commas. A value that would not read back as itself is quoted.

const IN_QUOTES = /[,\n]|^["\s]|\s$/;
/** One value, up to its comma, the end of its line or the end of the text. */
const EACH = /[^\S\n]*(?:"((?:[^"]|"")*)"[^\S\n]*(?=[,\n]|$)|([^,\n]*))(?:[,\n]|$)/g;

export const textOfValues = (values: readonly string[]): string =>
  values.map((value) => (IN_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(', ');

/** Leaves out empty values, and white space around unquoted values. */
export const valuesOf = (text: string): string[] =>
  [...text.matchAll(EACH)]
    .map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare.trim())
    .filter((value) => value !== '');
