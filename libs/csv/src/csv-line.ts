// A line of CSV (RFC 4180). Spreadsheets evaluate a text that begins like a formula, so such a text gets an apostrophe.

/** Goes first in a file that a person opens: without it Excel reads UTF-8 as the machine's code page. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Ends with CR LF. Numbers stay as they are. */
export const csvLineOf = (cells: readonly (string | number)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`;
