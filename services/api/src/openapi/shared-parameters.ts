// Parameters of the path and the query that several operations take in the same words: they have one table, and
// operations name them.

import { textOf, typeOf } from './describe-schema';
import type { DocumentNode } from './document-node';
import { markdownTable } from './markdown-table';
import type { Operation } from './operations';

type ParameterRow = readonly [name: string, type: string, meaning: string];
export type SharedParameters = { has: (row: ParameterRow) => boolean; rows: readonly ParameterRow[] };

export const PARAMETER_COLUMNS = ['parameter', 'type', 'meaning'];

export const parameterRowOf = ({ name, schema, description }: DocumentNode): ParameterRow => [
  `\`${textOf(name)}\``,
  typeOf(schema),
  textOf(description),
];

export const isHeader = ({ in: place }: DocumentNode) => place === 'header';

const nameOf = (row: ParameterRow) => row.join('|');

export function sharedParametersOf(all: readonly Operation[]): SharedParameters {
  const seen = new Set<string>();
  const shared = new Map<string, ParameterRow>();
  const rows = all.flatMap(({ parameters }) =>
    parameters.filter((parameter) => !isHeader(parameter)).map(parameterRowOf),
  );
  for (const row of rows) {
    if (seen.has(nameOf(row))) shared.set(nameOf(row), row);
    seen.add(nameOf(row));
  }
  return { has: (row) => shared.has(nameOf(row)), rows: [...shared.values()] };
}

export function describeSharedParameters({ rows }: SharedParameters): string[] {
  const table = markdownTable(
    PARAMETER_COLUMNS,
    rows.map((row) => [...row]),
  );
  return ['## Shared parameters', '', 'Each operation names those it takes.', '', ...table];
}
