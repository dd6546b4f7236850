// The conditions of a link as its entry carries them: JSON of printable ASCII without spaces, at most 4 KB. A text with
// anything that this release does not know is refused as a whole: an ignored condition would lead visitors where the
// owner did not want them.

import { LRUCache } from 'lru-cache';

/** On which days and from when to when, in a zone's local time. */
export type RuleTime = {
  /** An IANA name, such as Europe/Berlin. */
  zone: string;
  /** 1 (Monday) to 7: the days on which the time begins. */
  days: readonly number[];
  /** Minutes of the day. `to` is exclusive; when it is not after `from`, it is on the next day. */
  from: number;
  to: number;
};

/** Each condition that is set must hold; of a list, one entry. */
export type Rule = {
  countries?: readonly string[];
  devices?: readonly string[];
  systems?: readonly string[];
  browsers?: readonly string[];
  languages?: readonly string[];
  time?: RuleTime;
  via?: 'click' | 'scan';
  /** `value` undefined: any value. */
  query?: { name: string; value?: string };
  /** Ready for a Location header. */
  location: string;
};

/** One destination of a split. The weights of a split sum to 100. */
export type Variant = { weight: number; location: string };

export type Conditions = {
  /** The first rule that matches decides. When none matches: the split, else the link's own destination. */
  rules?: readonly Rule[];
  split?: readonly Variant[];
  /** Whether the query of the short address is passed on. */
  forwardsQuery?: boolean;
};

export const MAX_CONDITIONS_BYTES = 4_096;

/**
 * The whole text of a link with a password: everything else stays in PostgreSQL, behind the password. It is not valid
 * as conditions, so a redirector that does not know passwords leads nowhere.
 */
export const PASSWORD_CONDITION = '{"p":1}';

type Json = Readonly<Record<string, unknown>>;

const LISTS = { c: 'countries', d: 'devices', s: 'systems', b: 'browsers', l: 'languages' } as const;
const KEYS = new Set(['r', 's', 'f']);
const RULE_KEYS = new Set([...Object.keys(LISTS), 't', 'v', 'q', 'to']);
const BEYOND_ASCII = /[^\x21-\x7e]/g;
const SENDABLE = /^[\x21-\x7e]+$/;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const compactRule = ({
  countries,
  devices,
  systems,
  browsers,
  languages,
  time,
  via,
  query,
  location,
}: Rule) => ({
  c: countries,
  d: devices,
  s: systems,
  b: browsers,
  l: languages,
  t: time && [time.zone, time.days.join(''), time.from, time.to],
  v: via,
  q: query && (query.value === undefined ? [query.name] : [query.name, query.value]),
  to: location,
});

export function encodeConditions({ rules, split, forwardsQuery }: Conditions): string {
  const s = split?.map(({ weight, location }) => [weight, location]);
  return JSON.stringify({ r: rules?.map(compactRule), s, f: forwardsQuery ? 1 : undefined }).replace(
    BEYOND_ASCII,
    escaped,
  );
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
const isMinute = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** The check takes 0.1 ms. Names that are not zones are not kept, because there is no end of them. */
const knownZones = new LRUCache<string, true>({ max: 1_000 });

/** Whether `Intl` knows the zone. */
export function isTimeZone(zone: string): boolean {
  if (knownZones.get(zone)) return true;
  try {
    if (new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === '') return false;
  } catch {
    return false;
  }
  knownZones.set(zone, true);
  return true;
}

function timeOf(value: unknown): RuleTime | undefined {
  if (!Array.isArray(value)) return undefined;
  const parts: readonly unknown[] = value;
  const [zone, days, from, to] = parts;
  if (typeof zone !== 'string' || !isTimeZone(zone) || typeof days !== 'string' || !/^[1-7]{1,7}$/.test(days))
    return undefined;
  return isMinute(from) && isMinute(to) ? { zone, days: [...days].map(Number), from, to } : undefined;
}

/** Undefined: not a rule of this release. */
function ruleOf(value: unknown): Rule | undefined {
  if (!isJson(value) || Object.keys(value).some((key) => !RULE_KEYS.has(key))) return undefined;
  const { t, v, q, to } = value;
  if (typeof to !== 'string' || !SENDABLE.test(to)) return undefined;
  const rule: Rule = { location: to };
  for (const [key, name] of Object.entries(LISTS)) {
    const list = value[key];
    if (list === undefined) continue;
    if (!isTexts(list)) return undefined;
    rule[name] = list;
  }
  if (t !== undefined && !(rule.time = timeOf(t))) return undefined;
  if (v !== undefined && v !== 'click' && v !== 'scan') return undefined;
  if (v !== undefined) rule.via = v;
  if (q !== undefined) {
    const [name, text] = isTexts(q) ? q : [];
    if (name === undefined) return undefined;
    rule.query = text === undefined ? { name } : { name, value: text };
  }
  return rule;
}

function splitOf(value: unknown): Variant[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const split = value.flatMap((each: unknown): Variant[] => {
    const parts: readonly unknown[] = Array.isArray(each) ? each : [];
    const [weight, location] = parts;
    const isVariant =
      Number.isInteger(weight) &&
      Number(weight) > 0 &&
      typeof location === 'string' &&
      SENDABLE.test(location);
    return isVariant ? [{ weight: Number(weight), location: String(location) }] : [];
  });
  const sum = split.reduce((all, { weight }) => all + weight, 0);
  return split.length === value.length && sum === 100 ? split : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for a text that no release up to this one has written. */
export function decodeConditions(text: string): Conditions | undefined {
  const value = parsed(text);
  if (!isJson(value) || Object.keys(value).some((key) => !KEYS.has(key))) return undefined;
  const { r, s, f } = value;
  const conditions: Conditions = {};
  if (r !== undefined) {
    if (!Array.isArray(r)) return undefined;
    const rules = r.map(ruleOf).filter((rule) => rule !== undefined);
    if (rules.length < r.length) return undefined;
    conditions.rules = rules;
  }
  if (s !== undefined && !(conditions.split = splitOf(s))) return undefined;
  if (f !== undefined && f !== 1) return undefined;
  if (f === 1) conditions.forwardsQuery = true;
  return conditions;
}
