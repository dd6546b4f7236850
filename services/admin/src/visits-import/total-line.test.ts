import { totalOf } from './total-line';

const of = (text: string) => totalOf(Buffer.from(text));

test.each([
  ['abc,12', { slug: 'abc', count: 12 }],
  ['"abc","12"', { slug: 'abc', count: 12 }],
  ['{"slug":"a_b-C","count":0}', { slug: 'a_b-C', count: 0 }],
])('%s is a total', (text, total) => {
  expect(of(text)).toEqual(total);
});

test.each([
  'slug,count',
  'a b,1',
  '{"slug":"a\\u0000b","count":1}',
  '{"slug":"a b","count":1}',
  '{"slug":"","count":1}',
  `{"slug":"${'x'.repeat(1_025)}","count":1}`,
  '{"slug":"abc","count":-1}',
  '{"slug":"abc","count":1.5}',
  '{"slug":"abc"',
])('%s is none', (text) => {
  expect(of(text)).toBeUndefined();
});
