// What a chart shows, as a table: the picture, the table a person reads and the CSV are made of the same rows.

import { csvLineOf } from '@kurz/csv';

export type ChartRow = {
  /** Names the row for good: a day, a host, a code. */
  key: string;
  /** What a person reads. */
  name: string;
  /** One number a column. */
  values: readonly number[];
};

export type ChartData = {
  /** What the rows are: days, countries. */
  head: string;
  columns: readonly string[];
  rows: readonly ChartRow[];
};

/** The sum of each column. */
export const totalsOf = ({ columns, rows }: ChartData): number[] =>
  columns.map((_, column) => rows.reduce((sum, { values }) => sum + (values[column] ?? 0), 0));

/** The largest number of the columns that are drawn; 0 where there is none. */
export const largestOf = ({ rows }: ChartData, columns: number): number =>
  rows.reduce((most, { values }) => Math.max(most, ...values.slice(0, columns)), 0);

type CsvData = Omit<ChartData, 'rows'> & {
  /** A value that is not known is an empty text. */
  rows: readonly { key: string; values: readonly (number | string)[] }[];
};

/** The rows as CSV (RFC 4180), named by their keys, so that it reads the same in every language. */
export const csvOf = ({ head, columns, rows }: CsvData): string =>
  [[head, ...columns], ...rows.map(({ key, values }) => [key, ...values])].map(csvLineOf).join('');
