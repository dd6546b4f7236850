// The OpenAPI file as one page of Markdown: docs/api.md for readers of the repository, and /docs for users of a running
// Kurz.

import { catalogue, shownCodeOf, type ErrorCode } from '../errors/catalogue';
import { consoleCatalogue } from '../errors/console-catalogue';
import { secondFactorCatalogue } from '../errors/second-factor-catalogue';
import { settingsCatalogue } from '../errors/settings-catalogue';
import { builtInPlans, type PlanTable } from '../plans/plan-table';
import { describeAccess } from './describe-access';
import { describeHeaders } from './describe-headers';
import { describeOperation } from './describe-operation';
import { describePlans } from './describe-plans';
import { describeSchemas, textOf } from './describe-schema';
import { errorCodesOf } from './error-codes-of';
import { markdownTable } from './markdown-table';
import { isNode, type DocumentNode } from './document-node';
import { openapiDocument } from './openapi-document';
import { operations, type Operation } from './operations';
import { describeSharedAnswers, sharedAnswersOf } from './shared-answers';
import { describeSharedParameters, sharedParametersOf } from './shared-parameters';

function nodesOf(value: unknown): DocumentNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

const OF_THE_WEB_APP = { ...consoleCatalogue, ...secondFactorCatalogue, ...settingsCatalogue };

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(catalogue, code);
}

function errorsOf(all: readonly Operation[]): string[] {
  const codes = all.flatMap(({ node }) =>
    Object.values(node['responses'] ?? {}).flatMap((answer) => errorCodesOf(answer)),
  );
  const shown = new Set(codes);
  // one code may have several texts, each for a cause of its own
  const isAnswered = (code: ErrorCode) =>
    shown.has(shownCodeOf(code) ?? '') && (shown.has(code) || !Object.hasOwn(OF_THE_WEB_APP, code));
  const answered = Object.keys(catalogue).filter(isErrorCode).filter(isAnswered);
  const rows = answered.map((code) => {
    const { status, en, de } = catalogue[code];
    return { status, cells: [`\`${shownCodeOf(code) ?? code}\``, String(status), en, de] };
  });
  rows.sort((a, b) => a.status - b.status);
  return markdownTable(
    ['code', 'status', 'English', 'German'],
    rows.map(({ cells }) => cells),
  );
}

/** `plans`: the plans whose figures are shown; by default the built-in ones. */
export function markdownOfDescription(plans: PlanTable = builtInPlans): string {
  const { info, tags, components } = openapiDocument();
  const { title, description } = isNode(info) ? info : {};
  const all = operations();
  const page = {
    answers: sharedAnswersOf(all),
    parameters: sharedParametersOf(all),
    answered: new Set<string>(),
    shown: new Set<string>(),
    values: [],
  };
  const chapters = nodesOf(tags).flatMap((tag) => [
    `## ${textOf(tag['name'])}`,
    '',
    textOf(tag['description']),
    '',
    ...all
      .filter(({ node }) => Array.isArray(node['tags']) && node['tags'].includes(tag['name']))
      .flatMap((operation) => describeOperation(operation, page)),
  ]);
  const objects = describeSchemas(isNode(components['schemas']) ? components['schemas'] : {});
  const guide = [
    ...describePlans(plans),
    ...describeAccess(all),
    ...describeHeaders(all),
    ...describeSharedParameters(page.parameters),
    ...describeSharedAnswers(page.answers),
  ];
  const head = [`# ${textOf(title)}`, '', textOf(description), ...guide];
  const lines = [
    ...head,
    ...chapters,
    '## Objects',
    '',
    'Fields that are not optional are always there. A count is an integer of 0 or more.',
    '',
    ...objects,
  ];
  const text = [...lines, '## Error codes', '', ...errorsOf(all)].join('\n');
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}
