// The conditions of a link as the API has them, and as the redirectors read them.

import { encodeConditions, MAX_CONDITIONS_BYTES, type Rule } from '@kurz/link-cache';
import { refuse, type Refusal } from '../../errors/refusal';
import { destinationOf, type FieldDestination } from '../validate-destination';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export type TimeObject = { zone: string; weekdays?: Weekday[]; from?: string; to?: string };

/** All given conditions must hold; of a list one entry. */
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

/** One destination of a split; the weights sum to 100. */
export type VariantObject = { url: string; weight: number };

/** All that decides where a link leads, besides its destination. */
export type LinkConditions = {
  rules: RuleObject[] | null;
  split: VariantObject[] | null;
  forwardQuery: boolean;
};

/** undefined leaves a field as it is; null removes it. */
export type ConditionsEdit = Partial<LinkConditions> & {
  /** The destinations of the sent rules and split. */
  destinations: FieldDestination[];
};

export const NO_CONDITIONS: LinkConditions = { rules: null, split: null, forwardQuery: false };

/** The conditions as the redirectors read them. Null when the link has none. */
export type ComposedConditions = { text: string | null; locations: string[] | null };

const MINUTES = /^(\d\d):(\d\d)$/;

/** The minute of the day; `24:00` is its end. */
export function minuteOf(text: string): number {
  const [, hours, minutes] = MINUTES.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

/** Omitted weekdays mean every day, and omitted times mean all day. */
export function fullTime({ zone, weekdays = [...WEEKDAYS], from = '00:00', to = '24:00' }: TimeObject) {
  const days = weekdays.map((day) => WEEKDAYS.indexOf(day) + 1).sort();
  return { zone, days, from: minuteOf(from), to: minuteOf(to) };
}

function ruleOf({ when }: RuleObject, location: string): Rule {
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

/** The URL was valid when it was stored, so it still is. */
function locationOf(url: string): string {
  const destination = destinationOf(url);
  if (destination.kind === 'refused')
    throw new Error(`a stored destination is refused: ${destination.fault}`);
  return destination.location;
}

export function composeConditions({ rules, split, forwardQuery }: LinkConditions): ComposedConditions {
  const compact = (rules ?? []).map((rule) => ruleOf(rule, locationOf(rule.url)));
  const variants = (split ?? []).map(({ url, weight }) => ({ weight, location: locationOf(url) }));
  if (compact.length === 0 && variants.length === 0 && !forwardQuery) return { text: null, locations: null };
  const text = encodeConditions({
    ...(compact.length > 0 && { rules: compact }),
    ...(variants.length > 0 && { split: variants }),
    ...(forwardQuery && { forwardsQuery: true }),
  });
  return { text, locations: [...compact, ...variants].map(({ location }) => location) };
}

/** The conditions as they will be after the edit. */
export const conditionsAfter = (now: LinkConditions, sent: ConditionsEdit): LinkConditions => ({
  rules: sent.rules === undefined ? now.rules : sent.rules,
  split: sent.split === undefined ? now.split : sent.split,
  forwardQuery: sent.forwardQuery ?? now.forwardQuery,
});

/** Refuses conditions that are too large for the redirectors. */
export function refuseLarge(
  { text }: ComposedConditions,
  { rules }: Pick<ConditionsEdit, 'rules'>,
): Refusal | undefined {
  if (text === null || text.length <= MAX_CONDITIONS_BYTES) return undefined;
  return refuse('VALIDATION_FAILED', {
    field: rules ? 'rules' : 'split',
    reason: 'too_large',
    max: MAX_CONDITIONS_BYTES,
  });
}
