import { clientAddressOf } from './client-address-of';

const socket = '10.0.0.1';

test.each([
  [0, undefined, socket],
  [0, '203.0.113.9', socket],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, 'forged, 203.0.113.9', '203.0.113.9'],
  [1, '1.1.1.1, 2.2.2.2, 203.0.113.9', '203.0.113.9'],
  [2, '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [2, '1.1.1.1,203.0.113.9,10.0.0.2', '203.0.113.9'],
  [3, '1.1.1.1,203.0.113.9 ,10.0.0.3,\t10.0.0.2', '203.0.113.9'],
  [2, '203.0.113.9', ''],
  [3, '203.0.113.9, 10.0.0.2', ''],
  [1, undefined, ''],
  [1, '', ''],
  [1, '203.0.113.9,', ''],
  [2, ',10.0.0.2', ''],
  [1, '203.0.113.9:4711', '203.0.113.9'],
  [1, '"203.0.113.9:4711"', '203.0.113.9'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, '[2001:db8::1]', '2001:db8::1'],
  [1, '"[2001:db8::1]:4711"', '2001:db8::1'],
  [1, 'unknown', 'unknown'],
])('Through %i proxies with %j the client is %j', (trustedProxies, forwardedFor, address) => {
  expect(clientAddressOf(socket, forwardedFor, trustedProxies)).toBe(address);
});

test('Whatever a client forges to the left never changes the address', () => {
  for (const forged of [
    '',
    ',',
    ',,,',
    '9.9.9.9',
    '9.9.9.9,',
    '"',
    '[',
    'a'.repeat(10_000),
    ', '.repeat(1_000),
  ]) {
    expect(clientAddressOf(socket, `${forged}, 203.0.113.9, 10.0.0.2`, 2)).toBe('203.0.113.9');
  }
});

test('A socket that is gone has no address', () => {
  expect(clientAddressOf(undefined, undefined, 0)).toBe('');
});
