// One endpoint as a chapter in Markdown: a command to copy, parameters, body, answers, examples.

import { curlOf } from './curl-of';
import { isCommonHeader } from './describe-headers';
import { answerItem, answerRowsOf, type SharedAnswers } from './shared-answers';
import { follow } from './follow';
import { markdownTable } from './markdown-table';
import { ownPartOf } from './own-part-of';
import { textOf, typeOf } from './describe-schema';
import { isHeader, PARAMETER_COLUMNS, parameterRowOf, type SharedParameters } from './shared-parameters';
import { isNode, type DocumentNode } from './document-node';
import type { Operation } from './operations';
import { formatJson } from './format-json';

/** What the page says once for all operations, and what it has shown so far. */
export type Page = {
  answers: SharedAnswers;
  parameters: SharedParameters;
  /** The types of answers that already have an example. */
  answered: Set<string>;
  shown: Set<string>;
  /** The examples shown so far, as they are in the document. */
  values: unknown[];
};

function examplesOf(content: DocumentNode): { title: string; value: unknown }[] {
  const { examples } = content;
  if (!isNode(examples)) return [];
  return Object.values(examples)
    .map((example) => follow(example))
    .map(({ summary, value }) => ({ title: textOf(summary), value }));
}

const OWN_PART = 'Differences from an earlier example';

/** The examples, without what the page shows already. */
function blocksOf(content: unknown, { shown, values }: Page): string[] {
  if (!isNode(content)) return [];
  return Object.entries(content).flatMap(([type, media]) =>
    examplesOf(follow(media)).flatMap(({ title, value }) => {
      const isText = typeof value === 'string';
      const language = isText ? (type.split('/').at(-1) ?? '') : 'json';
      const own = ownPartOf(value, values);
      const example = isText ? value.trim().replaceAll('\r', '') : formatJson(own);
      if (shown.has(example)) return [];
      shown.add(example);
      values.push(value);
      const heading = own === value ? title : OWN_PART;
      return [...(heading ? [`${heading}:`, ''] : []), `\`\`\`${language}`, example, '```', ''];
    }),
  );
}

const schemaOf = (content: unknown) => follow(isNode(content) ? content['application/json'] : {})['schema'];

/** Leaves out the first example, because the command shows it already. */
function bodyOf({ requestBody }: DocumentNode, page: Page): string[] {
  if (requestBody === undefined) return [];
  const { content } = follow(requestBody);
  const [first] = examplesOf(follow(isNode(content) ? content['application/json'] : undefined));
  if (first) page.shown.add(formatJson(first.value));
  return [`**Body.** A ${typeOf(schemaOf(content))}.`, '', ...blocksOf(content, page)];
}

/** The type of the answer's object, with examples when the page has none of it. */
function bodyOfAnswer(response: unknown, page: Page): { type: string; examples: string[] } {
  const { content } = follow(response);
  const schema = schemaOf(content);
  if (!isNode(schema) || schema['$ref'] === undefined) return { type: '', examples: [] };
  const type = typeOf(schema);
  const examples = page.answered.has(type) ? [] : blocksOf(content, page);
  page.answered.add(type);
  return { type, examples };
}

function answersOf({ responses }: DocumentNode, page: Page): string[] {
  if (!isNode(responses)) return [];
  const all = answerRowsOf(responses);
  const { everywhere } = page.answers;
  const shared = all.filter((row) => page.answers.has(row)).map(([status]) => status);
  const hasAll = everywhere.every((status) => shared.includes(status));
  const others = hasAll ? shared.filter((status) => !everywhere.includes(status)) : shared;
  const examples: string[] = [];
  const items = all
    .filter((row) => !page.answers.has(row))
    .map((row) => {
      const [status] = row;
      const body = status.startsWith('2') ? bodyOfAnswer(responses[status], page) : undefined;
      examples.push(...(body?.examples ?? []));
      return answerItem(row, body?.type);
    });
  const link = `- ${others.join(', ')}: [shared answers](#shared-answers).`;
  return ['**Answers**', '', ...items, ...(others.length > 0 ? [link] : []), '', ...examples];
}

/** Headers that every operation has are in a chapter of their own. */
function parametersOf({ parameters }: Operation, shared: SharedParameters): string[] {
  const own = parameters.filter((parameter) => !isCommonHeader(parameter));
  const rows = own.filter((parameter) => !isHeader(parameter)).map(parameterRowOf);
  const table = markdownTable(
    PARAMETER_COLUMNS,
    rows.filter((row) => !shared.has(row)).map((row) => [...row]),
  );
  const named = rows.filter((row) => shared.has(row)).map(([name]) => name);
  const headers = own.filter(isHeader).map(({ name }) => `\`${textOf(name)}\``);
  const links = [
    ...(named.length > 0 ? [`[Shared parameters](#shared-parameters): ${named.join(', ')}.`] : []),
    ...(headers.length > 0 ? [`[Headers](#headers): ${headers.join(', ')}.`] : []),
  ];
  return [...(table.length > 0 ? ['**Parameters**', '', ...table] : []), links.join(' '), ''];
}

export function describeOperation(operation: Operation, page: Page): string[] {
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
    ...parametersOf(operation, page.parameters),
    ...bodyOf(node, page),
    ...answersOf(node, page),
  ];
}
