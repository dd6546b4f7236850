// Compares the fast decoder of a line with the slow one, as it was before there was a fast one.

import * as fc from 'fast-check';
import { anyCharacter } from '../../../tests/inputs/any-character';
import { unescapeField } from './field-escape';
import { KINDS_OF_LINES, nearlyField, nearlyLineOf } from './nearly-lines-fixture';
import { decodeVisit, encodeVisit, type DecodedVisit } from './visit-line';

/** The former decodeVisit, with the later twelfth field for variants: the specification of both decoders. */
function takenApart(line: string): DecodedVisit {
  const fields = line.split('\t');
  if (fields[0] !== '1') return { kind: 'malformed', reason: 'unknown_version' };
  const isVariant = fields.length === 12 && /^(\d|10)$/.test(fields[11] ?? '');
  if (fields.length !== 11 && !isVariant) return { kind: 'malformed', reason: 'wrong_field_count' };
  const time = /^\d{1,16}$/.test(fields[1] ?? '') ? Number(fields[1]) : NaN;
  if (!(time <= 8.64e15)) return { kind: 'malformed', reason: 'bad_time' };
  const scan = fields[4];
  if (scan !== '0' && scan !== '1') return { kind: 'malformed', reason: 'bad_flag' };
  const texts: string[] = [];
  for (const field of fields) {
    const text = unescapeField(field);
    if (text === undefined) return { kind: 'malformed', reason: 'bad_escape' };
    texts.push(text);
  }
  const [, , workspaceId, linkId, , method, purpose, userAgent, referrerHost, language, network] = texts;
  if (!workspaceId || !linkId) return { kind: 'malformed', reason: 'missing_id' };
  const ids = { time, workspaceId, linkId, isScan: scan === '1' };
  const sent = { method: method ?? '', purpose: purpose ?? '', userAgent: userAgent ?? '' };
  const from = { referrerHost: referrerHost ?? '', language: language ?? '', network: network ?? '' };
  const variant = isVariant ? { variant: Number(fields[11]) } : {};
  return { kind: 'visit', visit: { ...ids, ...sent, ...from, ...variant } };
}

const field = fc.oneof(nearlyField, fc.string({ unit: anyCharacter, maxLength: 30 }));

test('any line is read as by taking it apart field by field, whichever of its parts is amiss', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(nearlyLineOf(field), (line) => {
      const expected = takenApart(line);
      kinds.add(expected.kind === 'visit' ? 'visit' : expected.reason);
      expect(decodeVisit(line)).toEqual(expected);
    }),
    { numRuns: 20_000, seed: 11 },
  );
  expect([...kinds].sort()).toEqual(KINDS_OF_LINES);
});

test('a line of any fields is read so too', () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 9, maxLength: 13 }), (fields) => {
      for (const line of [fields.join('\t'), ['1', ...fields].join('\t')]) {
        expect(decodeVisit(line)).toEqual(takenApart(line));
      }
    }),
    { numRuns: 5_000 },
  );
});

test('what encodeVisit writes is read so too, escaped or not', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\t', '\\', '\n', 'ÿ'), maxLength: 8 });
  fc.assert(
    fc.property(fc.nat(), text, text, fc.boolean(), (time, agent, host, isScan) => {
      const ids = { time, workspaceId: 'ws_1', linkId: 'lnk_1', isScan, method: 'GET', purpose: '' };
      const line = encodeVisit({
        ...ids,
        userAgent: agent,
        referrerHost: host,
        language: 'de',
        network: '::',
      });
      expect(decodeVisit(line)).toEqual(takenApart(line));
    }),
  );
});
