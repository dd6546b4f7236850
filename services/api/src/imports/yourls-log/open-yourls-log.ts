// The visits that YOURLS has logged, in a SQL dump or a CSV file of its table `yourls_log`. Their times are UTC.

import { csvRecords } from '../csv/csv-records';
import { refuseOtherKinds } from '../csv/csv-text';
import { separatorOf } from '../csv/separator-of';
import { SourceFault, type HistorySource, type MovedVisit } from '../import-source';
import { momentText } from '../moment-text';
import { sqlRows } from './sql-rows';

const COLUMNS = [
  'click_id',
  'click_time',
  'shorturl',
  'referrer',
  'user_agent',
  'ip_address',
  'country_code',
];
const HEAD_CHARACTERS = 64 * 1024;

type Open = () => Promise<AsyncIterable<Buffer>>;
type LoggedClick = MovedVisit & { key: string };

/** The text without the byte order mark. */
async function* textsOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true });
}

/** Undefined when the columns are not those of the log. */
function clickReader(columns: readonly string[]) {
  const [time, slug] = [columns.indexOf('click_time'), columns.indexOf('shorturl')];
  if (time < 0 || slug < 0) return undefined;
  return (values: readonly string[]): LoggedClick => {
    const cell = (name: string) => values[columns.indexOf(name)] ?? '';
    // what YOURLS writes for a missing value
    const [referrer, agent] = [
      cell('referrer').replace(/^direct$/, ''),
      cell('user_agent').replace(/^-$/, ''),
    ];
    return {
      key: values[slug] ?? '',
      time: Date.parse(momentText(values[time] ?? '')),
      referrer,
      userAgent: agent,
      address: cell('ip_address'),
      country: cell('country_code'),
    };
  };
}

async function* clicksOfSql(content: AsyncIterable<Buffer>): AsyncGenerator<LoggedClick> {
  for await (const { columns = COLUMNS, values } of sqlRows(textsOf(content), (name) => /log$/i.test(name))) {
    const read = clickReader(columns);
    if (read && values.length === columns.length) yield read(values);
  }
}

async function* clicksOfCsv(content: AsyncIterable<Buffer>, separator: string): AsyncGenerator<LoggedClick> {
  let read: ReturnType<typeof clickReader>;
  for await (const record of csvRecords(textsOf(content), separator)) {
    if (read) yield read(record);
    else {
      read = clickReader(record.map((name) => name.trim().toLowerCase()));
      if (!read) throw new SourceFault('has no columns "click_time" and "shorturl" in its first line');
    }
  }
}

async function headOf(open: Open): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of await open()) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= HEAD_CHARACTERS) break;
  }
  const text = new TextDecoder().decode(head.subarray(0, HEAD_CHARACTERS));
  refuseOtherKinds(head, text);
  return text;
}

/** `open`: the file from its beginning, each time that it is called. Throws SourceFault. */
export async function openYourlsLog(open: Open): Promise<HistorySource> {
  const head = await headOf(open);
  const [first = ''] = head.replace(/^\ufeff/, '').split(/[\r\n]/, 1);
  const isCsv = /click_time/i.test(first) && !/\b(?:insert|create)\b/i.test(first);
  if (!isCsv && !/\b(?:insert|create|drop)\b/i.test(head))
    throw new SourceFault('is neither a SQL dump nor a CSV file with "click_time" in its first line');
  const separator = separatorOf(head);
  return {
    kind: 'log',
    keyOf: ({ slug }) => slug,
    all: async function* () {
      const content = await open();
      yield* isCsv ? clicksOfCsv(content, separator) : clicksOfSql(content);
    },
  };
}
