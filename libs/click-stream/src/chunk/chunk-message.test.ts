import fc from 'fast-check';
import type { ChunkRange } from './chunk';
import { decodeChunk, encodeChunk } from './chunk-message';

const range: ChunkRange = { journal: 'node-1-ab', first: 10, last: 500, after: 7 };
const messageOf = (given: ChunkRange, lines: string[]) => {
  const { key, value, headers } = encodeChunk(given, Buffer.from(lines.join('\n'), 'latin1'));
  return { key: Buffer.from(key), value, headers };
};

describe('a chunk message', () => {
  it('gives back what was put in, whatever the lines hold', () => {
    const line = fc
      .array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 80 })
      .map((codes) => String.fromCharCode(...codes).replaceAll('\n', ' '));
    const position = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 1 });
    const after = fc.option(position, { nil: undefined });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), position, after, (lines, first, known) => {
        const given = { journal: 'j', first, last: first + 1, after: known };
        const decoded = decodeChunk(messageOf(given, lines));
        if (decoded.kind === 'malformed') throw new Error(decoded.reason);
        const { lines: found, count, ...range } = decoded.chunk;
        expect(range).toEqual(given);
        expect(found.toString('latin1').split('\n')).toEqual(lines);
        expect(count).toBe(lines.length);
      }),
    );
  });

  it('is read when Kafka gives its headers as bytes', () => {
    const { headers, ...rest } = messageOf(range, ['a']);
    const asBytes = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)]),
    );
    expect(decodeChunk({ ...rest, headers: asBytes })).toMatchObject({ kind: 'chunk', chunk: range });
  });

  it.each([
    ['no_lines', { value: null }],
    ['no_lines', { value: Buffer.alloc(0) }],
    ['no_journal', { key: null, headers: { first: '1', last: '2' } }],
    ['bad_position', { headers: { journal: 'j', first: '1' } }],
    ['bad_position', { headers: { journal: 'j', first: '2', last: '2' } }],
    ['bad_position', { headers: { journal: 'j', first: '-1', last: '2' } }],
    ['bad_position', { headers: { journal: 'j', first: '1', last: '99999999999999999' } }],
  ])('that is none is called %s and never thrown at', (reason, part) => {
    expect(decodeChunk({ ...messageOf(range, ['a']), ...part })).toEqual({ kind: 'malformed', reason });
  });
});
