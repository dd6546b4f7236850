// Links as CSV: a line of column names, then one line per link.

import { csvLineOf } from '@kurz/csv';
import type { LinkRow } from './link-rows';
import { urlObjectOf, type UrlObject } from './url-object-of';

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** Text at which an import would split a tag, or which it would take for a list of tags. */
const PARTING = /[,;|]|^\[/;

const tagsCellOf = (tags: readonly string[]): string =>
  tags.some((tag) => PARTING.test(tag)) ? JSON.stringify(tags) : tags.join(', ');

const yes = (value: true | undefined) => String(value ?? false);

/** In the order of the columns. */
const COLUMNS: readonly [name: string, cell: (url: UrlObject) => string | number][] = [
  ['id', ({ id }) => id],
  ['zoneDomain', ({ zoneDomain }) => zoneDomain],
  ['slug', ({ slug }) => slug],
  ['url', ({ url }) => url],
  ['title', ({ title }) => title],
  ['hits', ({ hits }) => hits],
  ['isEnabled', ({ isEnabled }) => String(isEnabled)],
  ['isArchived', ({ isArchived }) => yes(isArchived)],
  ['isRestricted', ({ isRestricted }) => yes(isRestricted)],
  ['isUnsafe', ({ isUnsafe }) => yes(isUnsafe)],
  ['tags', ({ tags = [] }) => tagsCellOf(tags)],
  ['note', ({ note = '' }) => note],
  ['externalId', ({ externalId = '' }) => externalId],
  ['startsAt', ({ startsAt = '' }) => startsAt],
  ['expiresAt', ({ expiresAt = '' }) => expiresAt],
  ['expiredUrl', ({ expiredUrl = '' }) => expiredUrl],
  ['rules', ({ rules }) => (rules ? JSON.stringify(rules) : '')],
  ['split', ({ split }) => (split ? JSON.stringify(split) : '')],
  ['forwardQuery', ({ forwardQuery }) => yes(forwardQuery)],
  ['hasPassword', ({ hasPassword }) => yes(hasPassword)],
  ['utmSource', ({ utm }) => utm?.source ?? ''],
  ['utmMedium', ({ utm }) => utm?.medium ?? ''],
  ['utmCampaign', ({ utm }) => utm?.campaign ?? ''],
  ['utmTerm', ({ utm }) => utm?.term ?? ''],
  ['utmContent', ({ utm }) => utm?.content ?? ''],
  ['utmDrift', ({ utmDrift }) => yes(utmDrift)],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
];

export const LINK_CSV_HEAD = csvLineOf(COLUMNS.map(([name]) => name));

export function linkCsvOf(rows: readonly LinkRow[], isDrifting: (row: LinkRow) => boolean): string {
  const lines = rows.map((row) => {
    const url = urlObjectOf(row, { utmDrift: isDrifting(row) });
    return csvLineOf(COLUMNS.map(([, cell]) => cell(url)));
  });
  return lines.join('');
}
