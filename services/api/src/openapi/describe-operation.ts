// One endpoint as a chapter in Markdown: a command to copy, parameters, body, answers, examples.

import { curlOf } from './curl-of';
import { isCommonHeader } from './describe-headers';
import { ANSWER_COLUMNS, answerRowsOf, type SharedAnswers } from './shared-answers';
import { follow } from './follow';
import { markdownTable } from './markdown-table';
import { textOf, typeOf } from './describe-schema';
import { isNode, type DocumentNode } from './document-node';
import type { Operation } from './operations';
import { shownJson } from './shown-json';

function examplesOf(content: DocumentNode): { title: string; value: unknown }[] {
  const { examples } = content;
  if (!isNode(examples)) return [];
  return Object.values(examples)
    .map((example) => follow(example))
    .map(({ summary, value }) => ({ title: textOf(summary), value }));
}

function blocksOf(content: unknown): string[] {
  if (!isNode(content)) return [];
  return Object.entries(content).flatMap(([type, media]) =>
    examplesOf(follow(media)).flatMap(({ title, value }) => [
      ...(title ? [`${title}:`, ''] : []),
      ...(typeof value === 'string'
        ? [`\`\`\`${type.split('/').at(-1) ?? ''}`, value.trim().replaceAll('\r', '')]
        : ['```json', shownJson(value)]),
      '```',
      '',
    ]),
  );
}

function bodyOf({ requestBody }: DocumentNode): string[] {
  if (requestBody === undefined) return [];
  const { content } = follow(requestBody);
  const { schema } = follow(isNode(content) ? content['application/json'] : undefined);
  return [`**Body.** A ${typeOf(schema)}:`, '', ...blocksOf(content)];
}

function answersOf({ responses }: DocumentNode, shared: SharedAnswers): string[] {
  if (!isNode(responses)) return [];
  const all = answerRowsOf(responses);
  const rows = all.filter((row) => !shared.has(row));
  const others = all.filter((row) => shared.has(row)).map(([status]) => status);
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const examples = good.flatMap(([status, response]) => {
    const blocks = blocksOf(follow(response)['content']);
    return blocks.length > 0 ? [`An answer with status ${status}:`, '', ...blocks] : [];
  });
  const link = `Also [shared answers](#shared-answers): ${others.join(', ')}.`;
  return [
    '**Answers**',
    '',
    ...markdownTable(ANSWER_COLUMNS, rows),
    ...(others.length > 0 ? [link, ''] : []),
    ...examples,
  ];
}

/** Headers that every operation has are in a chapter of their own. */
function parametersOf({ parameters }: Operation): string[] {
  const own = parameters.filter((parameter) => !isCommonHeader(parameter));
  const rows = own.map(({ name, in: place, schema, description, required }) => [
    `\`${textOf(name)}\``,
    required === true ? `${textOf(place)}, required` : textOf(place),
    typeOf(schema),
    textOf(description),
  ]);
  const table = markdownTable(['parameter', 'in', 'type', 'meaning'], rows);
  return table.length > 0 ? ['**Parameters**', '', ...table] : [];
}

export function describeOperation(operation: Operation, shared: SharedAnswers): string[] {
  const { method, path, node } = operation;
  return [
    `### ${textOf(node['summary'])}`,
    '',
    `\`${method.toUpperCase()} /v1${path}\``,
    '',
    textOf(node['description']).trim(),
    '',
    '```sh',
    ...curlOf(operation),
    '```',
    '',
    ...parametersOf(operation),
    ...bodyOf(node),
    ...answersOf(node, shared),
  ];
}
