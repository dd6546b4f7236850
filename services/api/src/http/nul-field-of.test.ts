import { nulFieldOf } from './nul-field-of';

test.each([
  [{ title: 'a\u0000b' }, 'title'],
  [{ a: 1, q: ['x', '\u0000'] }, 'q'],
  [{ 'a\u0000': 'x' }, '~'],
])('the field with a NUL is found in %j', (value, field) => {
  expect(nulFieldOf(value)).toBe(field);
});

test.each([
  {},
  { title: 'a\\u0000b' },
  null,
  undefined,
  'a\u0000',
  ['\u0000'],
  { links: [{ title: '\u0000' }] },
])('there is none in the own fields of %j', (value) => {
  expect(nulFieldOf(value)).toBeUndefined();
});
