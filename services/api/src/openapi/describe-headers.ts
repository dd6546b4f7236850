// All headers of requests and answers in two Markdown tables, with the operations and statuses that have them.

import { textOf, typeOf } from './describe-schema';
import { follow } from './follow';
import { isNode, type DocumentNode } from './document-node';
import { markdownTable } from './markdown-table';
import type { Operation } from './operations';
import { scopesOfOperation } from './describe-access';

const nameOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;

/** A header of the document, with the places that have it. */
type Seen = { node: DocumentNode; operations: Set<string>; statuses: Set<string> };

/** Headers of every request that needs a token. The tables of the operations leave them out. */
export const isCommonHeader = ({ in: place, name }: DocumentNode) =>
  place === 'header' && ['X-Workspace-Id', 'Accept-Language', 'X-Request-Id'].includes(textOf(name));

function noted(all: Map<string, Seen>, name: string, node: DocumentNode): Seen {
  const seen = all.get(name) ?? { node, operations: new Set(), statuses: new Set() };
  all.set(name, seen);
  return seen;
}

function requestHeaders(all: readonly Operation[]): Map<string, Seen> {
  const headers = new Map<string, Seen>();
  for (const operation of all)
    for (const parameter of operation.parameters)
      if (parameter['in'] === 'header')
        noted(headers, textOf(parameter['name']), parameter).operations.add(nameOf(operation));
  return headers;
}

/** Whether the Accept header requests CSV; in other operations a parameter does. */
const hasCsv = ({ node, parameters }: Operation) =>
  !parameters.some(({ name }) => name === 'format') &&
  Object.values(follow(node['responses'])).some(
    (response) => follow(follow(response)['content'] ?? {})['text/csv'] !== undefined,
  );

function statusesOf(statuses: ReadonlySet<string>, all: readonly Operation[]): string {
  const every = new Set(all.flatMap(({ node }) => Object.keys(follow(node['responses']))));
  const others = [...every].filter((status) => !statuses.has(status)).sort();
  if (others.length === 0) return 'all';
  return others.length < statuses.size ? `all but ${others.join(', ')}` : [...statuses].sort().join(', ');
}

function responseHeaders(all: readonly Operation[]): Map<string, Seen> {
  const headers = new Map<string, Seen>();
  for (const operation of all)
    for (const [status, response] of Object.entries(follow(operation.node['responses'])))
      for (const [name, header] of Object.entries(follow(follow(response)['headers'] ?? {}))) {
        const seen = noted(headers, name, follow(header));
        // what the header means in general; a response may narrow it
        if (isNode(header) && header['$ref'] !== undefined) seen.node = follow({ $ref: header['$ref'] });
        seen.operations.add(nameOf(operation));
        seen.statuses.add(status);
      }
  return headers;
}

const exampleOf = ({ example, schema }: DocumentNode) =>
  typeof example === 'string' || typeof example === 'number' ? `\`${example}\`` : typeOf(schema);

function placesOf(operations: ReadonlySet<string>, all: readonly Operation[]): string {
  const most = all.filter((operation) => scopesOfOperation(operation).length > 0);
  if (most.every((operation) => operations.has(nameOf(operation)))) return 'all';
  return [...operations].map((name) => `\`${name}\``).join(', ');
}

export function describeHeaders(all: readonly Operation[]): string[] {
  const sent = [...requestHeaders(all)].map(([name, { node, operations }]) => [
    `\`${name}\``,
    placesOf(operations, all),
    textOf(node['description']),
  ]);
  const given = [...responseHeaders(all)].map(([name, { node, operations, statuses }]) => [
    `\`${name}\``,
    placesOf(operations, all),
    statusesOf(statuses, all),
    exampleOf(node),
    textOf(node['description']),
  ]);
  return [
    '## Headers',
    '',
    '**Of requests**',
    '',
    ...markdownTable(
      ['header', 'operations', 'meaning'],
      [
        ['`Authorization`', 'all', '`Bearer` and the token.'],
        ['`Content-Type`', 'those with a body', '`application/json`.'],
        [
          '`Accept`',
          all
            .filter(hasCsv)
            .map((one) => `\`${nameOf(one)}\``)
            .join(', '),
          '`text/csv`: the series as CSV.',
        ],
        ...sent,
      ],
    ),
    '**Of answers.** Every response also forbids caching (`Cache-Control: no-store`).',
    '',
    ...markdownTable(['header', 'operations', 'statuses', 'example', 'meaning'], given),
  ];
}
