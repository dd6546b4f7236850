// Answers that many operations give in the same words: they are listed once, and operations name their status.

import { textOf } from './describe-schema';
import { isNode, type DocumentNode } from './document-node';
import { errorCodesOf } from './error-codes-of';
import { follow } from './follow';
import type { Operation } from './operations';

/** Status, codes, meaning. */
export type AnswerRow = readonly [status: string, codes: string, meaning: string];
/** `everywhere`: the statuses that each operation with a token gives. */
export type SharedAnswers = {
  has: (row: AnswerRow) => boolean;
  rows: readonly AnswerRow[];
  everywhere: readonly string[];
};

const MIN_OPERATIONS = 4;

export function answerRowsOf(responses: DocumentNode): AnswerRow[] {
  return Object.entries(responses).map(([status, response]) => {
    const codes = errorCodesOf(response).map((code) => `\`${code}\``);
    return [status, codes.join(' '), textOf(follow(response)['description'])];
  });
}

const nameOf = (row: AnswerRow) => row.join('|');

const UNAUTHORIZED = '401';

/** For each status, the row that most operations have, when at least four have it. */
export function sharedAnswersOf(all: readonly Operation[]): SharedAnswers {
  const rowsOfEach = all.map(({ node }) =>
    isNode(node['responses']) ? answerRowsOf(node['responses']) : [],
  );
  const counted = new Map<string, { row: AnswerRow; count: number }>();
  for (const row of rowsOfEach.flat()) {
    const { count } = counted.get(nameOf(row)) ?? { count: 0 };
    counted.set(nameOf(row), { row, count: count + 1 });
  }
  const shared = new Map<string, AnswerRow>();
  const mostFirst = [...counted.values()].sort((a, b) => b.count - a.count);
  for (const { row, count } of mostFirst) {
    if (count >= MIN_OPERATIONS && !shared.has(row[0])) shared.set(row[0], row);
  }
  const names = new Set([...shared.values()].map(nameOf));
  const sorted = [...shared.values()].sort(([a], [b]) => Number(a) - Number(b));
  const needToken = rowsOfEach.filter((ofOne) => ofOne.some(([status]) => status === UNAUTHORIZED));
  const isIn = (row: AnswerRow) => (ofOne: readonly AnswerRow[]) =>
    ofOne.some((one) => nameOf(one) === nameOf(row));
  return {
    has: (row) => names.has(nameOf(row)),
    rows: sorted,
    everywhere: sorted.filter((row) => needToken.every(isIn(row))).map(([status]) => status),
  };
}

/** An answer as an item of a list. */
export function answerItem([status, codes, meaning]: AnswerRow, body = ''): string {
  const text = meaning.trim().replace(/\s*\n\s*/g, ' ');
  return `- ${status}${codes && ` ${codes}`}: ${text}${body && ` Body: ${body}.`}`;
}

export function describeSharedAnswers({ rows, everywhere }: SharedAnswers): string[] {
  const items = rows.map((row) => answerItem(row));
  const rule = `Operations with a token can return ${everywhere.slice(0, -1).join(', ')} and ${everywhere.at(-1) ?? ''}; each adds its own.`;
  return ['## Shared answers', '', rule, '', ...items, ''];
}
