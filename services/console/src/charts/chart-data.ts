// The data of a chart, as a table. The picture, the visible table and the CSV are made from the same rows.

import { csvLineOf } from '@kurz/csv';

export type ChartRow = {
  /** Identifies the row: a day, a host, a code. */
  key: string;
  /** The row's name for people. */
  name: string;
  /** One number per column. */
  values: readonly number[];
};

export type ChartData = {
  /** The heading of the rows: days, countries. */
  head: string;
  columns: readonly string[];
  rows: readonly ChartRow[];
};

/** The sum of each column. */
export const totalsOf = ({ columns, rows }: ChartData): number[] =>
  columns.map((_, column) => rows.reduce((sum, { values }) => sum + (values[column] ?? 0), 0));

/** The largest number in the first `columns` columns, which are drawn; 0 without rows. */
export const largestOf = ({ rows }: ChartData, columns: number): number =>
  rows.reduce((most, { values }) => Math.max(most, ...values.slice(0, columns)), 0);

type CsvData = Omit<ChartData, 'rows'> & {
  /** An unknown value is an empty text. */
  rows: readonly { key: string; values: readonly (number | string)[] }[];
};

/** The rows as CSV (RFC 4180), named by their keys, so that it reads the same in every language. */
export const csvOf = ({ head, columns, rows }: CsvData): string =>
  [[head, ...columns], ...rows.map(({ key, values }) => [key, ...values])].map(csvLineOf).join('');
