// The links of one record of a CSV file. A slug is taken unchanged: the validation reports an impossible one.

import { SourceFault, type ImportedLink } from '../import-source';
import { momentText } from '../moment-text';
import { splitShortUrl, withCustomLinks } from '../short-url-names';
import type { CsvColumns, CsvField } from './csv-columns';

/** `kurz` and other exporters put an apostrophe before a text that a spreadsheet would run. */
const QUOTED_FORMULA = /^'(?=[=+\-@\t\r])/;
/** PostgreSQL writes `t` and `f`. */
const YES = new Set(['true', 't', 'yes', 'y', '1', 'archived']);
const NO = new Set(['false', 'f', 'no', 'n', '0', '']);
/** What databases write for a missing value. */
const NOTHING = /^(?:null|none|\\N)$/i;
const withoutNothing = (text: string) => (NOTHING.test(text.trim()) ? '' : text);
const MAX_CUSTOM_LINKS = 100;
const COUNT = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})$/;

function historyOf(clicks: string): ImportedLink['history'] {
  if (clicks === '') return { kind: 'none' };
  if (!COUNT.test(clicks)) return { kind: 'unreadable' };
  return { kind: 'total', count: Number(clicks.replaceAll(',', '')) };
}

/** The strings of a JSON list, or the names of its objects. */
function listedTags(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return undefined;
    return list.map((tag: unknown) =>
      typeof tag === 'object' && tag !== null && 'name' in tag ? String(tag.name) : String(tag),
    );
  } catch {
    return undefined;
  }
}

const tagsOf = (text: string) =>
  (listedTags(text.trim()) ?? text.split(text.includes('|') ? '|' : /[,;]/))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Parses JSON, as the CSV of a list has it. Any other text stays unchanged, for the validation to refuse. */
function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function makeCells(record: readonly string[], columns: CsvColumns) {
  const cell = (field: CsvField) => {
    const column = columns[field];
    return column === undefined ? '' : (record[column] ?? '').replace(QUOTED_FORMULA, '');
  };
  const given = (field: CsvField) => withoutNothing(cell(field));
  const word = (field: CsvField) => given(field).trim();
  const isYes = (field: CsvField) => YES.has(word(field).toLowerCase());
  const isNo = (field: CsvField) => NO.has(word(field).toLowerCase());
  const isFlag = (field: CsvField) => isYes(field) || isNo(field);
  return {
    cell,
    given,
    word,
    isYes,
    isNo,
    unreadableFlag: () => {
      if (!isFlag('isArchived')) return 'isArchived';
      if (!isFlag('isEnabled') || !isFlag('isBanned')) return 'isEnabled';
      return isFlag('forwardQuery') ? undefined : 'forwardQuery';
    },
    moment: (field: CsvField) => {
      const text = word(field);
      return text === '' ? undefined : momentText(text);
    },
  };
}

function linkOf(record: readonly string[], columns: CsvColumns, place: number): ImportedLink {
  const { cell, given, word, isYes, isNo, unreadableFlag, moment } = makeCells(record, columns);
  const short = splitShortUrl(cell('shortUrl').trim());
  return {
    place,
    domain: word('domain') || short.domain || undefined,
    slug: columns.slug === undefined ? short.slug : cell('slug').trim(),
    url: given('url'),
    title: given('title') || undefined,
    note: given('note') || undefined,
    externalId: word('externalId') || undefined,
    tags: tagsOf(given('tags')),
    isArchived: isYes('isArchived'),
    isEnabled: (word('isEnabled') === '' || isYes('isEnabled')) && isNo('isBanned'),
    unreadableFlag: unreadableFlag(),
    conditions: {
      rules: jsonOf(word('rules')),
      split: jsonOf(word('split')),
      ...(isYes('forwardQuery') && { forwardQuery: true }),
    },
    hasPassword: !isNo('password'),
    createdAt: moment('createdAt'),
    startsAt: moment('startsAt'),
    expiresAt: moment('expiresAt'),
    expiredUrl: word('expiredUrl') || undefined,
    history: historyOf(word('clicks')),
    historyKey: undefined,
  };
}

/** A custom link is the same link by another name. Throws SourceFault. */
export function csvLinksOf(record: readonly string[], columns: CsvColumns, place: number): ImportedLink[] {
  const column = columns.customLinks;
  const names = withoutNothing(column === undefined ? '' : (record[column] ?? ''))
    .split(/[\s,;|]+/)
    .filter(Boolean);
  if (names.length > MAX_CUSTOM_LINKS)
    throw new SourceFault(
      `has a link of more than ${MAX_CUSTOM_LINKS} custom links`,
      'too_many_custom_links',
    );
  return withCustomLinks(linkOf(record, columns, place), names);
}
