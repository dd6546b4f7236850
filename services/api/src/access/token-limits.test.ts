import { isNetwork } from './token-limits';

test.each(['10.0.0.0/8', '203.0.113.7', '203.0.113.7/32', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0'])(
  '%s is a network',
  (text) => {
    expect(isNetwork(text)).toBe(true);
  },
);

test.each([
  '',
  '10.0.0/8',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '2001:db8::/129',
  '::ffff:10.0.0.0/104',
  'fe80::1%eth0',
  'a',
])('%j is none', (text) => {
  expect(isNetwork(text)).toBe(false);
});
