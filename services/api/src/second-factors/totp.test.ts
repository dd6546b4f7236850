import { base32Of, findStep, makeTotpSecret, stepAt, totpOf, totpUriOf } from './totp';

const SECRET = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %d s the code is %s, as in the RFC', (seconds, code) => {
  expect(totpOf(SECRET, stepAt(seconds * 1_000), 8)).toBe(code);
});

// RFC 4226, appendix D
const COUNTED = [
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
];
test.each(COUNTED.map((code, count) => [count, code] as const))(
  'the code of count %d is %s, as in the RFC',
  (count, code) => expect(totpOf(SECRET, count)).toBe(code),
);
// RFC 4648, section 10, without padding
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is "%s" in base 32', (text, encoded) => expect(base32Of(Buffer.from(text))).toBe(encoded));

const now = 1_700_000_010_000;
const at = (steps: number) => totpOf(SECRET, stepAt(now) + steps);

test.each([
  [-2, undefined],
  [-1, -1],
  [0, 0],
  [1, 1],
  [2, undefined],
])('the code of %d steps from now is found as %s', (steps, found) => {
  const expected = found === undefined ? undefined : stepAt(now) + found;
  expect(findStep(SECRET, at(steps), { now, lastStep: 0 })).toBe(expected);
});

test('a code does not count again, nor does one from before the last', () => {
  expect(findStep(SECRET, at(0), { now, lastStep: stepAt(now) })).toBeUndefined();
  expect(findStep(SECRET, at(-1), { now, lastStep: stepAt(now) })).toBeUndefined();
  expect(findStep(SECRET, at(1), { now, lastStep: stepAt(now) })).toBe(stepAt(now) + 1);
});

test.each(['', '12345', '1234567', 'abcdef', '12 345', '１２３４５６'])('"%s" is no code', (code) => {
  expect(findStep(SECRET, code, { now, lastStep: 0 })).toBeUndefined();
});

test('the address for authenticators carries secret, person and site, each escaped', () => {
  const uri = new URL(totpUriOf(SECRET, { email: 'a+b?&@example.com', site: 'krz.example:8443' }));
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(uri.pathname)).toBe('/Kurz krz.example 8443:a+b?&@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: base32Of(SECRET),
    issuer: 'Kurz krz.example 8443',
  });
});

test('a secret has 160 random bits', () => {
  expect(makeTotpSecret()).toHaveLength(20);
  expect(makeTotpSecret().equals(makeTotpSecret())).toBe(false);
});
