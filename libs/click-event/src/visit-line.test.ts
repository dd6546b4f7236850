import * as fc from 'fast-check';
import { anyCharacter } from '../../../tests/inputs/any-character';
import type { Visit } from './visit';
import { decodeVisit, encodeVisit } from './visit-line';

const visit: Visit = {
  time: 1_763_640_000_123,
  workspaceId: 'ws_a1',
  linkId: 'lnk_b2',
  isScan: true,
  method: 'GET',
  purpose: 'prefetch',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  referrerHost: 'example.com',
  language: 'de-CH',
  network: '203.0.113.0',
};

const latin1 = (maxLength: number, minLength = 0) =>
  fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
    minLength,
    maxLength,
  });
const anyVisit: fc.Arbitrary<Visit> = fc.record(
  {
    time: fc.integer({ min: 0, max: 8.64e15 }),
    workspaceId: latin1(40, 1),
    linkId: latin1(40, 1),
    isScan: fc.boolean(),
    method: latin1(32),
    purpose: latin1(256),
    userAgent: latin1(512),
    referrerHost: latin1(253),
    language: latin1(35),
    network: latin1(43),
    variant: fc.integer({ min: 0, max: 10 }),
  },
  {
    requiredKeys: [
      'time',
      'workspaceId',
      'linkId',
      'isScan',
      'method',
      'purpose',
      'userAgent',
      'referrerHost',
      'language',
      'network',
    ],
  },
);

const withField = (index: number, text: string) => {
  const fields = encodeVisit(visit).split('\t');
  fields[index] = text;
  return fields.join('\t');
};

test('a visit of any Latin-1 text comes back as it was', () => {
  fc.assert(
    fc.property(anyVisit, (each) =>
      expect(decodeVisit(encodeVisit(each))).toEqual({ kind: 'visit', visit: each }),
    ),
  );
});

test('a line holds Latin-1 only, no line break and exactly ten tabs, whatever the client sent', () => {
  const anyText = fc.string({ unit: anyCharacter, maxLength: 700 });
  fc.assert(
    fc.property(anyText, anyText, (userAgent, purpose) => {
      const line = encodeVisit({ ...visit, userAgent, purpose, method: userAgent, language: purpose });
      expect(line).toMatch(/^[^\n\r\u0100-\uffff]*$/);
      expect(line.split('\t')).toHaveLength(11);
      expect(decodeVisit(line).kind).toBe('visit');
    }),
  );
});

test('characters beyond Latin-1 become question marks', () => {
  const decoded = decodeVisit(encodeVisit({ ...visit, userAgent: 'Ünï\u4e16x' }));
  expect(decoded).toMatchObject({ kind: 'visit', visit: { userAgent: 'Ünï?x' } });
});

test('an over-long field is cut, so that the line stays far below the journal’s 64 KiB', () => {
  const flood = '\t'.repeat(100_000);
  const line = encodeVisit({
    ...visit,
    method: flood,
    purpose: flood,
    userAgent: flood,
    language: flood,
    referrerHost: flood,
  });
  expect(line.length).toBeLessThan(4_096);
  expect(decodeVisit(line)).toMatchObject({
    kind: 'visit',
    visit: { userAgent: '\t'.repeat(512), linkId: 'lnk_b2' },
  });
});

test.each([
  ['unknown_version', withField(0, '2')],
  ['unknown_version', ''],
  ['wrong_field_count', '1'],
  ['wrong_field_count', encodeVisit(visit) + '\tmore'],
  ['wrong_field_count', encodeVisit(visit).split('\t').slice(0, 10).join('\t')],
  ['bad_time', withField(1, '')],
  ['bad_time', withField(1, '-1')],
  ['bad_time', withField(1, '1.5')],
  ['bad_time', withField(1, '1e3')],
  ['bad_time', withField(1, 'NaN')],
  ['bad_time', withField(1, '8640000000000001')],
  ['missing_id', withField(2, '')],
  ['missing_id', withField(3, '')],
  ['bad_flag', withField(4, 'true')],
  ['bad_escape', withField(7, 'a\\x')],
  ['bad_escape', withField(7, 'cut\\')],
])('a line is refused as %s: %j', (reason, line) => {
  expect(decodeVisit(line)).toEqual({ kind: 'malformed', reason });
});

test('no garbage makes decoding throw', () => {
  const nearly = fc
    .tuple(anyVisit, fc.nat(), fc.string({ unit: anyCharacter, maxLength: 5 }))
    .map(([each, at, text]) => {
      const line = encodeVisit(each);
      return line.slice(0, at % line.length) + text + line.slice((at % line.length) + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), nearly), (line) => {
      expect(['visit', 'malformed']).toContain(decodeVisit(line).kind);
    }),
  );
});
