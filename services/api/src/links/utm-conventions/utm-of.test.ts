import fc from 'fast-check';
import { utmOf } from './utm-of';

const none = { source: null, medium: null, campaign: null, term: null, content: null };

test('a destination without UTM parameters has none', () => {
  expect(utmOf('https://a.example/?q=1#utm_source=x')).toEqual(none);
});

test('all five are read, decoded', () => {
  const query = 'utm_source=s+1&utm_medium=m%202&utm_campaign=%C3%A4&utm_term=t&utm_content=c';
  expect(utmOf(`https://a.example/?${query}`)).toEqual({
    source: 's 1',
    medium: 'm 2',
    campaign: 'ä',
    term: 't',
    content: 'c',
  });
});

test('of a repeated key the first value counts, even when it is empty and so none', () => {
  expect(utmOf('https://a.example/?utm_source=a&utm_source=b').source).toBe('a');
  expect(utmOf('https://a.example/?utm_source=&utm_source=b').source).toBeNull();
});

test('keys are exact: other letters, other names and prototypes are none', () => {
  expect(utmOf('https://a.example/?UTM_SOURCE=a&utm_id=1&__proto__=x&utm___proto__=y')).toEqual(none);
});

test('an escaped NUL is left out of a value', () => {
  expect(utmOf('https://a.example/?utm_source=a%00b&utm_medium=%00')).toMatchObject({
    source: 'ab',
    medium: null,
  });
});

test('what a link builder wrote comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
      const url = new URL('https://a.example/');
      url.searchParams.set('utm_campaign', value);
      expect(utmOf(url.href).campaign).toBe(value.replaceAll('\0', '') || null);
    }),
  );
});
