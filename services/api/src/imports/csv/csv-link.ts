// The link of one record of a CSV file. A slug is taken as it stands there: the validation reports one that cannot be.

import type { ImportedLink } from '../import-source';
import type { CsvColumns, CsvField } from './csv-columns';

/** `kurz` and other exporters put an apostrophe before what a spreadsheet would run. */
const QUOTED_FORMULA = /^'(?=[=+\-@\t\r])/;
const YES = new Set(['true', 'yes', '1', 'archived']);
const NO = new Set(['false', 'no', '0']);
const COUNT = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})$/;
const DAY_AND_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?))?\s*(Z|z|UTC|[+-]\d\d:?\d\d)?$/;

/** As RFC 3339, in UTC where no offset is given. Another text stays as it is, for the validation to refuse. */
export function momentText(text: string): string {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1_000).toISOString();
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString();
  const [, day, time = '00:00:00', offset = 'Z'] = DAY_AND_TIME.exec(text) ?? [];
  if (day === undefined) return text;
  const full = time.length === 5 ? `${time}:00` : time;
  if (!/^[+-]/.test(offset)) return `${day}T${full}Z`;
  return `${day}T${full}${offset.slice(0, 3)}:${offset.slice(-2)}`;
}

function splitShortUrl(text: string): { domain: string; slug: string } {
  const [, domain = '', slug = ''] = /^(?:https?:\/\/)?([^/]*)\/?(.*)$/is.exec(text) ?? [];
  return { domain, slug };
}

function historyOf(clicks: string): ImportedLink['history'] {
  if (clicks === '') return { kind: 'none' };
  if (!COUNT.test(clicks)) return { kind: 'unreadable' };
  return { kind: 'total', count: Number(clicks.replaceAll(',', '')) };
}

const tagsOf = (text: string) =>
  text
    .split(text.includes('|') ? '|' : /[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

export function csvLinkOf(record: readonly string[], columns: CsvColumns, place: number): ImportedLink {
  const cell = (field: CsvField) => {
    const column = columns[field];
    return column === undefined ? '' : (record[column] ?? '').replace(QUOTED_FORMULA, '');
  };
  const given = (field: CsvField) => cell(field) || undefined;
  const moment = (field: CsvField) => {
    const text = cell(field).trim();
    return text === '' ? undefined : momentText(text);
  };
  const short = splitShortUrl(cell('shortUrl').trim());
  return {
    place,
    domain: cell('domain').trim() || short.domain || undefined,
    slug: columns.slug === undefined ? short.slug : cell('slug').trim(),
    url: cell('url'),
    title: given('title'),
    note: given('note'),
    externalId: given('externalId'),
    tags: tagsOf(cell('tags')),
    isArchived: YES.has(cell('isArchived').trim().toLowerCase()),
    isEnabled: !NO.has(cell('isEnabled').trim().toLowerCase()),
    createdAt: moment('createdAt'),
    startsAt: moment('startsAt'),
    expiresAt: moment('expiresAt'),
    expiredUrl: given('expiredUrl'),
    history: historyOf(cell('clicks').trim()),
  };
}
