import fc from 'fast-check';
import { driftOf } from './drift-of';
import type { UtmConventions } from './utm-conventions';
import type { Utm } from './utm-of';

const none: Utm = { source: null, medium: null, campaign: null, term: null, content: null };
const anything: UtmConventions = {
  enabled: true,
  required: [],
  allowed: {},
  lowercase: false,
  separator: null,
};
const strict: UtmConventions = {
  enabled: true,
  required: ['source', 'medium', 'campaign'],
  allowed: { medium: ['email', 'social'], campaign: ['2026-*'] },
  lowercase: true,
  separator: '-',
};
const kept: Utm = { ...none, source: 'news.example', medium: 'email', campaign: '2026-spring-sale' };

test('a destination that keeps every convention does not drift', () => {
  expect(driftOf(kept, strict)).toBeUndefined();
});

test.each([
  ['a missing parameter', { medium: null }, { key: 'medium', rule: 'required' }],
  ['a value outside the list', { medium: 'billboard' }, { key: 'medium', rule: 'allowed' }],
  ['a value that a pattern does not match', { campaign: 'spring' }, { key: 'campaign', rule: 'allowed' }],
  ['a capital letter', { source: 'News' }, { key: 'source', rule: 'lowercase' }],
  ['a capital letter outside ASCII', { term: 'Über' }, { key: 'term', rule: 'lowercase' }],
  ['white space between words', { content: 'top banner' }, { key: 'content', rule: 'separator' }],
  ['another separator between words', { content: 'top_banner' }, { key: 'content', rule: 'separator' }],
])('%s is a drift', (_, change, drift) => {
  expect(driftOf({ ...kept, ...change }, strict)).toEqual(drift);
});

test('a hyphen breaks the separator _, which itself may stand', () => {
  expect(driftOf({ ...none, term: 'a-b' }, { ...anything, separator: '_' })).toEqual({
    key: 'term',
    rule: 'separator',
  });
  expect(driftOf({ ...none, term: 'a_b' }, { ...anything, separator: '_' })).toBeUndefined();
});

test('a destination without any UTM parameter does not drift, though parameters are required', () => {
  expect(driftOf(none, strict)).toBeUndefined();
});

test('conventions that are switched off apply to nothing', () => {
  expect(driftOf({ ...none, source: 'NEWS letter' }, { ...strict, enabled: false })).toBeUndefined();
});

const value = fc.option(fc.string({ minLength: 1 }));
const utm: fc.Arbitrary<Utm> = fc.record({
  source: value,
  medium: value,
  campaign: value,
  term: value,
  content: value,
});

test('whatever the parameters are, conventions without a rule are kept', () => {
  fc.assert(fc.property(utm, (any) => driftOf(any, anything) === undefined));
});

test('a drift always names a parameter that breaks the rule it names', () => {
  fc.assert(
    fc.property(utm, (any) => {
      const drift = driftOf(any, strict);
      if (!drift) return true;
      return (drift.rule === 'required') === (any[drift.key] === null);
    }),
  );
});

test('lower-casing a value never makes it drift by its case', () => {
  fc.assert(
    fc.property(utm, (any) => {
      const lower = { ...any, source: any.source?.toLowerCase() ?? null };
      const drift = driftOf(lower, { ...anything, lowercase: true });
      return drift?.key !== 'source';
    }),
  );
});

test('A value is judged by its first 1,000 characters', () => {
  const rules = { ...anything, lowercase: true, allowed: { term: ['a*a'] } };
  expect(driftOf({ ...none, term: `${'a'.repeat(1_000)}B` }, rules)).toBeUndefined();
  expect(driftOf({ ...none, term: `${'a'.repeat(999)}B` }, rules)).toEqual({
    key: 'term',
    rule: 'lowercase',
  });
  expect(driftOf({ ...none, term: `${'a'.repeat(999)}b` }, rules)).toEqual({ key: 'term', rule: 'allowed' });
});
