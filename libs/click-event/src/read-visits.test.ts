// Compares decoding bytes with decoding strings: every chunk is read as decodeVisit reads it line by line.

import * as fc from 'fast-check';
import { KINDS_OF_LINES, nearlyField, nearlyLineOf } from './nearly-lines-fixture';
import { readVisit, readVisits } from './read-visits';
import { encodeVisit } from './visit-line';
import { VisitTexts } from './visit-texts';

const nearlyLine = nearlyLineOf(nearlyField);
const anyLine = fc.string({ unit: fc.constantFrom('1', '\t', '0', 'a', '\\', '\0', 'ÿ'), maxLength: 30 });

const chunkOf = (lines: readonly string[]) => Buffer.from(lines.join('\n'), 'latin1');

test('a chunk says what its lines say one by one, whichever of their parts is amiss', () => {
  const texts = new VisitTexts();
  const kinds = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: nearlyLine }, anyLine), { minLength: 1 }),
      (lines) => {
        const expected = lines.map(readVisit);
        for (const one of expected) kinds.add(one.kind === 'visit' ? 'visit' : one.reason);
        expect([...readVisits(chunkOf(lines), texts)]).toEqual(expected);
      },
    ),
    { numRuns: 5_000, seed: 7 },
  );
  expect([...kinds].sort()).toEqual(KINDS_OF_LINES);
});

test('a chunk that is cut anywhere is read so too, and an empty one is an empty line', () => {
  const texts = new VisitTexts();
  const whole = chunkOf(['x', 'y', 'z'].map(lineBy));
  for (let end = 0; end <= whole.length; end++) {
    const lines = whole.toString('latin1', 0, end).split('\n');
    expect([...readVisits(whole.subarray(0, end), texts)]).toEqual(lines.map(readVisit));
  }
});

test('texts that share their place in memory do not take each other for their own', () => {
  const texts = new VisitTexts();
  const bytes = Buffer.from('onetwothree', 'latin1');
  for (let round = 0; round < 2; round++) {
    expect(texts.textOf(bytes, 0, 3, 1)).toBe('one');
    expect(texts.textOf(bytes, 3, 6, 1)).toBe('two');
    expect(texts.textOf(bytes, 6, 11, 1)).toBe('three');
    expect(texts.textOf(bytes, 6, 6, 1)).toBe('');
  }
});

function lineBy(userAgent: string): string {
  return encodeVisit({
    time: 1_763_640_000_123,
    workspaceId: 'ws_1',
    linkId: 'lnk_1',
    isScan: true,
    method: 'GET',
    purpose: '',
    userAgent,
    referrerHost: 'example.com',
    language: 'de',
    network: '192.0.2.0',
  });
}
