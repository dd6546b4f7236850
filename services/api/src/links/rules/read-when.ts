// Validates the conditions of one rule as they were sent. Unknown conditions are refused: an ignored condition would
// lead more visitors to the rule's destination than its owner wants.

import { isTimeZone } from '@kurz/link-cache';
import { browserFamilies, countries, deviceFamilies, languages, osFamilies } from '@kurz/visitor-facts/names';
import type { Reason } from '../../errors/reasons';
import { isLonger } from '../../http/is-longer';
import { minuteOf, WEEKDAYS, type TimeObject, type WhenObject } from './rule-object';

export type Json = Readonly<Record<string, unknown>>;
/** `path`: the field's path below the rule. `max`: the limit that the reason's text names. */
export type Fault = { kind: 'fault'; path: string; reason: Reason; max?: number };

export const MAX_VALUES = 100;
const MAX_QUERY = 100;
/** Every value that a visit can have. Other values would match no visitor. */
const OFFERED: Readonly<Record<string, ReadonlySet<string>>> = {
  country: countries,
  device: deviceFamilies,
  system: osFamilies,
  browser: browserFamilies,
  language: languages,
};
const KEYS = new Set([...Object.keys(OFFERED), 'time', 'via', 'query']);
const TIME_KEYS = new Set(['zone', 'weekdays', 'from', 'to']);
const QUERY_KEYS = new Set(['name', 'value']);
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;
const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fault = (path: string, reason: Reason, max?: number): Fault => ({
  kind: 'fault',
  path,
  reason,
  ...(max !== undefined && { max }),
});

export function unknownKey(value: Json, keys: ReadonlySet<string>): string | undefined {
  return Object.keys(value).find((key) => !keys.has(key));
}

function readList<T extends string>(
  value: unknown,
  path: string,
  isOffered: (text: string) => text is T,
): { kind: 'list'; list: T[] } | Fault {
  if (!Array.isArray(value)) return fault(path, 'not_a_list');
  if (value.length === 0) return fault(path, 'empty');
  if (value.length > MAX_VALUES) return fault(path, 'too_many', MAX_VALUES);
  const list: T[] = [];
  for (const each of value) {
    if (typeof each !== 'string') return fault(path, 'not_a_text');
    if (!isOffered(each)) return fault(path, 'not_offered');
    if (!list.includes(each)) list.push(each);
  }
  return { kind: 'list', list };
}

const isWeekday = (text: string) => WEEKDAYS.some((day) => day === text);

function readTime(value: unknown): { kind: 'time'; time: TimeObject } | Fault {
  if (!isJson(value)) return fault('time', 'not_an_object');
  const odd = unknownKey(value, TIME_KEYS);
  if (odd !== undefined) return fault(`time.${odd}`, 'unknown_field');
  const { zone, weekdays, from, to } = value;
  if (zone === undefined) return fault('time.zone', 'required');
  if (typeof zone !== 'string' || !ZONE.test(zone) || !isTimeZone(zone))
    return fault('time.zone', 'not_a_time_zone');
  if (weekdays === undefined && from === undefined) return fault('time', 'no_condition');
  const time: TimeObject = { zone };
  if (weekdays !== undefined) {
    const read = readList(weekdays, 'time.weekdays', (text): text is (typeof WEEKDAYS)[number] =>
      isWeekday(text),
    );
    if (read.kind === 'fault') return read;
    time.weekdays = WEEKDAYS.filter((day) => read.list.includes(day));
  }
  if (from === undefined && to === undefined) return { kind: 'time', time };
  if (typeof from !== 'string' || !CLOCK.test(from)) return fault('time.from', 'not_a_clock_time');
  if (typeof to !== 'string' || !(CLOCK.test(to) || to === '24:00'))
    return fault('time.to', 'not_a_clock_time');
  if (minuteOf(from) === minuteOf(to)) return fault('time', 'never_matches');
  return { kind: 'time', time: { ...time, from, to } };
}

function readText(value: unknown, path: string): { kind: 'text'; text: string } | Fault {
  if (typeof value !== 'string') return fault(path, 'not_a_text');
  if (isLonger(value, MAX_QUERY)) return fault(path, 'too_long', MAX_QUERY);
  return UNUSABLE.test(value) ? fault(path, 'unusable_characters') : { kind: 'text', text: value };
}

function readQuery(sent: unknown): { kind: 'query'; query: { name: string; value?: string } } | Fault {
  if (!isJson(sent)) return fault('query', 'not_an_object');
  const odd = unknownKey(sent, QUERY_KEYS);
  if (odd !== undefined) return fault(`query.${odd}`, 'unknown_field');
  if (sent['name'] === undefined) return fault('query.name', 'required');
  const name = readText(sent['name'], 'query.name');
  if (name.kind === 'fault') return name;
  if (name.text === '') return fault('query.name', 'empty');
  if (sent['value'] === undefined) return { kind: 'query', query: { name: name.text } };
  const value = readText(sent['value'], 'query.value');
  if (value.kind === 'fault') return value;
  return { kind: 'query', query: { name: name.text, value: value.text } };
}

export function readWhen(sent: unknown): { kind: 'when'; when: WhenObject } | Fault {
  if (sent === undefined) return fault('when', 'required');
  if (!isJson(sent)) return fault('when', 'not_an_object');
  const odd = unknownKey(sent, KEYS);
  if (odd !== undefined) return fault(`when.${odd}`, 'unknown_field');
  const when: WhenObject = {};
  for (const key of ['country', 'device', 'system', 'browser', 'language'] as const) {
    if (sent[key] === undefined) continue;
    const read = readList(
      sent[key],
      `when.${key}`,
      (text): text is string => OFFERED[key]?.has(text) === true,
    );
    if (read.kind === 'fault') return read;
    when[key] = read.list;
  }
  const { time, via, query } = sent;
  if (time !== undefined) {
    const read = readTime(time);
    if (read.kind === 'fault') return { ...read, path: `when.${read.path}` };
    when.time = read.time;
  }
  if (via !== undefined) {
    if (via !== 'click' && via !== 'scan') return fault('when.via', 'not_offered');
    when.via = via;
  }
  if (query !== undefined) {
    const read = readQuery(query);
    if (read.kind === 'fault') return { ...read, path: `when.${read.path}` };
    when.query = read.query;
  }
  return Object.keys(when).length > 0 ? { kind: 'when', when } : fault('when', 'no_condition');
}
