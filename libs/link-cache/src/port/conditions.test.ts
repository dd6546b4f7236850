import fc from 'fast-check';
import { decodeConditions, encodeConditions } from './conditions';

const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 3 });
const minute = fc.nat({ max: 1_440 });
const location = fc.stringMatching(/^[!-~]{1,40}$/);
const rule = fc.record(
  {
    countries: words,
    devices: words,
    systems: words,
    browsers: words,
    languages: words,
    time: fc.record({
      zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns'),
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: minute,
      to: minute,
    }),
    via: fc.constantFrom('click' as const, 'scan' as const),
    query: fc.record(
      { name: fc.string({ unit: 'grapheme' }), value: fc.string({ unit: 'grapheme' }) },
      { requiredKeys: ['name'] },
    ),
    location,
  },
  { requiredKeys: ['location'] },
);
const conditions = fc.record(
  {
    rules: fc.array(rule),
    split: fc.tuple(fc.integer({ min: 1, max: 99 }), location, location).map(([weight, one, other]) => [
      { weight, location: one },
      { weight: 100 - weight, location: other },
    ]),
    forwardsQuery: fc.constant(true),
  },
  { requiredKeys: [] },
);

test('Conditions come back as they were, from printable ASCII without spaces', () => {
  fc.assert(
    fc.property(conditions, (given) => {
      const text = encodeConditions(given);
      expect(text).toMatch(/^[\x21-\x7e]+$/);
      expect(decodeConditions(text)).toEqual(given);
    }),
  );
});

test.each([
  ['no JSON', 'x'],
  ['no object', '[]'],
  ['a condition of a later release', '{"r":[],"p":1}'],
  ['weights that are not 100', '{"s":[[50,"https://e.com/"],[49,"https://e.com/"]]}'],
  ['a weight of nothing', '{"s":[[100,"https://e.com/"],[0,"https://e.com/"]]}'],
  ['a query that is passed on in another way', '{"f":2}'],
  ['a rule with one', '{"r":[{"moon":"full","to":"https://e.com/"}]}'],
  ['a rule without a destination', '{"r":[{"v":"scan"}]}'],
  ['a destination that no header carries', '{"r":[{"v":"scan","to":"https://e.com/\\n"}]}'],
  ['an empty list', '{"r":[{"c":[],"to":"https://e.com/"}]}'],
  ['a zone that is none', '{"r":[{"t":["Mars/Base","1",0,1],"to":"https://e.com/"}]}'],
  ['an eighth day', '{"r":[{"t":["UTC","8",0,1],"to":"https://e.com/"}]}'],
])('%s is refused as a whole', (_, text) => {
  expect(decodeConditions(text)).toBeUndefined();
});
