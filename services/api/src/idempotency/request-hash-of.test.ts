import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { jsonTextOf } from './json-text-of';
import { requestHashOf } from './request-hash-of';

const nested = (depth: number): unknown =>
  JSON.parse(`{"url":"https://a.example/","more":${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}}`);

test('a body has the hash that it had when JSON.stringify wrote it, as stored ones do', () => {
  const body = { url: 'https://a.example/', title: 'ä"\u2028', slug: 'spring', zoneDomain: 'krz.example' };
  const text = `POST /urls\n${JSON.stringify(body)}`;
  expect(requestHashOf('POST /urls', body, 'secret')).toEqual(createHash('sha256').update(text).digest());
});

test('the hash of a body with a password needs the secret', () => {
  for (const body of [{ url: 'https://a.example/', password: 'abcd' }, { links: [{ password: 'abcd' }] }]) {
    const hash = requestHashOf('POST /urls', body, 'secret');
    expect(requestHashOf('POST /urls', body, 'secret')).toEqual(hash);
    expect(requestHashOf('POST /urls', body, 'other')).not.toEqual(hash);
  }
});

/** Around a value: more levels than JSON.stringify can write. */
const [before, after] = ['['.repeat(20_000), ']'.repeat(20_000)];

test('the text of what is nested too deep for JSON.stringify is written as it writes', () => {
  const property = fc.property(fc.json({ maxDepth: 6 }), (json) => {
    const text = JSON.stringify(JSON.parse(json));
    expect(jsonTextOf(JSON.parse(before + json + after))).toBe(before + text + after);
  });
  fc.assert(property, { numRuns: 100 });
});

test.each([
  '{"__proto__":{"toJSON":1}}',
  '[[],{},{"a":[]}]',
  '[1e999,-0,1.50,"\\u2028\\ud800"]',
  '{"2":1,"1":2}',
])('the text of %s too', (json) => {
  const text = JSON.stringify(JSON.parse(json));
  expect(jsonTextOf(JSON.parse(json))).toBe(text);
  expect(jsonTextOf(JSON.parse(before + json + after))).toBe(before + text + after);
});

test('nesting overflows nothing, and what lies below it still tells two bodies apart', () => {
  const hash = requestHashOf('POST /urls', nested(100_000), 'secret');
  expect(requestHashOf('POST /urls', nested(100_000), 'secret')).toEqual(hash);
  expect(requestHashOf('POST /urls', nested(99_999), 'secret')).not.toEqual(hash);
});
