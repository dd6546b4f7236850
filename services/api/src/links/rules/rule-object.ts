// The rules of a link as the API has them, and as the redirectors read them.

import { encodeConditions, MAX_CONDITIONS_BYTES, type Rule } from '@kurz/link-cache';
import { refuse, type Refusal } from '../../errors/refusal';
import type { Destination } from '../validate-destination';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export type TimeObject = { zone: string; weekdays?: Weekday[]; from?: string; to?: string };

/** All that is there must hold; of a list one entry. */
export type WhenObject = {
  country?: string[];
  device?: string[];
  system?: string[];
  browser?: string[];
  language?: string[];
  time?: TimeObject;
  via?: 'click' | 'scan';
  query?: { name: string; value?: string };
};

export type RuleObject = { when: WhenObject; url: string };

/** What an edit makes of the conditions of a link. null: it has none. */
export type ConditionsEdit = {
  rules: RuleObject[] | null;
  /** In their order. */
  destinations: Destination[];
  /** For the redirectors. */
  text: string | null;
};

const MINUTES = /^(\d\d):(\d\d)$/;

/** Of the day; `24:00` ends it. */
export function minuteOf(text: string): number {
  const [, hours, minutes] = MINUTES.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

/** What a time leaves out is every day, and all day. */
export function fullTime({ zone, weekdays = [...WEEKDAYS], from = '00:00', to = '24:00' }: TimeObject) {
  const days = weekdays.map((day) => WEEKDAYS.indexOf(day) + 1).sort();
  return { zone, days, from: minuteOf(from), to: minuteOf(to) };
}

function ruleOf({ when }: RuleObject, { location }: Destination): Rule {
  return {
    countries: when.country,
    devices: when.device,
    systems: when.system,
    browsers: when.browser,
    languages: when.language,
    time: when.time && fullTime(when.time),
    via: when.via,
    query: when.query,
    location,
  };
}

/** Refused where the redirectors would have to carry too much. */
export function conditionsOf(
  rules: RuleObject[],
  destinations: Destination[],
): { kind: 'conditions'; edit: ConditionsEdit } | Refusal {
  if (rules.length === 0) return { kind: 'conditions', edit: { rules: null, destinations: [], text: null } };
  const compact = rules.flatMap((rule, index) => {
    const destination = destinations[index];
    return destination ? [ruleOf(rule, destination)] : [];
  });
  const text = encodeConditions({ rules: compact });
  if (text.length > MAX_CONDITIONS_BYTES) {
    return refuse('VALIDATION_FAILED', { field: 'rules', reason: 'too_large', max: MAX_CONDITIONS_BYTES });
  }
  return { kind: 'conditions', edit: { rules, destinations, text } };
}
