import { cookiesOf } from './cookies-of';

test.each([
  [undefined, {}],
  ['a=1', { a: '1' }],
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a=1;b=2', { a: '1', b: '2' }],
  [' a = 1 ; b=x=y==', { a: '1', b: 'x=y==' }],
  ['a=', { a: '' }],
])('the cookies of %j are found', (header, cookies) => {
  expect(cookiesOf(header)).toMatchObject(cookies);
});

test('of two cookies of one name the first counts', () => {
  expect(cookiesOf('a=1; a=2').a).toBe('1');
});

test('a name that objects have from birth means nothing more than it says', () => {
  expect(cookiesOf('__proto__=x; constructor=y').kurz_session).toBeUndefined();
  expect(Object.getPrototypeOf(cookiesOf('__proto__=x'))).toBe(Object.prototype);
});

test('thousands of cookies are not all looked at', () => {
  expect(
    Object.keys(cookiesOf(Array.from({ length: 5_000 }, (_, index) => `c${index}=1`).join(';'))),
  ).toHaveLength(50);
});
