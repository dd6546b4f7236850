import { isEmail } from './is-email';

test.each(['ada@example.com', 'ada+kurz@example.co.uk', 'admin@localhost', 'jörg@müller.de'])(
  '%s can be an e-mail address',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'a b@c.de',
  'a@b@c',
  'a\u0000@b.de',
  'a,b@c.de',
  '<a@b.de>',
  'a@b.de;c',
  'vİctim@example.com',
  'victim@\u212A.example',
  `${'a'.repeat(65)}@b.de`,
])('%j cannot', (text) => {
  expect(isEmail(text)).toBe(false);
});
