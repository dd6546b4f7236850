// One JSON object a line: {"time": "2026-05-17T10:05:03Z" or ms, "path": "/abc", "method"?, "referrer"?, "userAgent"?,
// "language"?, "address"?}. A time without a time zone is UTC.

import { OWN_SCHEMA } from '@kurz/process';
import { Ajv, type JSONSchemaType } from 'ajv';
import { unreadable, type LogLine } from './logged-visit';
import { timeOfIso } from './time-of-iso';

type NdjsonVisit = {
  time: string | number;
  path: string;
  method?: string;
  referrer?: string;
  userAgent?: string;
  language?: string;
  address?: string;
};

const text = { type: 'string', nullable: true } as const;
const schema: JSONSchemaType<NdjsonVisit> = {
  type: 'object',
  required: ['time', 'path'],
  properties: {
    time: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    path: { type: 'string', minLength: 1 },
    method: text,
    referrer: text,
    userAgent: text,
    language: text,
    address: text,
  },
};
const isNdjsonVisit = new Ajv({ ...OWN_SCHEMA, allowUnionTypes: true }).compile(schema);

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Reads one line without its line break. */
export function readNdjsonLine(line: string): LogLine {
  const value = parse(line);
  if (!isNdjsonVisit(value)) return unreadable('not_in_format');
  const time = typeof value.time === 'number' ? value.time : timeOfIso(value.time);
  if (time === undefined) return unreadable('bad_time');
  return {
    kind: 'visit',
    visit: {
      time: Math.trunc(time),
      method: (value.method ?? 'GET').toUpperCase(),
      target: value.path,
      address: value.address ?? '',
      referrer: value.referrer ?? '',
      userAgent: value.userAgent ?? '',
      language: value.language ?? '',
    },
  };
}
