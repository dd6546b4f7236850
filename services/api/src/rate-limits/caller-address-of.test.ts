import { callerAddressOf } from './caller-address-of';

const through = (
  trustedProxies: number,
  forwardedFor?: string,
  socketAddress: string | undefined = '10.0.0.1',
) => callerAddressOf({ socketAddress, forwardedFor }, trustedProxies);

test('without a trusted proxy it is the socket that counts, whatever the caller claims', () => {
  expect(through(0)).toBe('10.0.0.1');
  expect(through(0, '203.0.113.9')).toBe('10.0.0.1');
});

test.each([
  [1, '203.0.113.9'],
  [1, '1.1.1.1, 203.0.113.9'],
  [1, 'forged,,"[, 203.0.113.9:4711'],
  [2, '203.0.113.9, 10.0.0.2'],
  [2, '9.9.9.9,203.0.113.9 ,\t10.0.0.2'],
])('through %i proxies with %j it is 203.0.113.9', (trustedProxies, forwardedFor) => {
  expect(through(trustedProxies, forwardedFor)).toBe('203.0.113.9');
});

test.each([
  [1, undefined],
  [1, ''],
  [2, '203.0.113.9'],
  [1, 'unknown'],
  [1, 'a'.repeat(10_000)],
  [1, '203.0.113.9, not-an-address'],
])(
  'through %i proxies with %j callers count together, under no key of their choice',
  (proxies, forwardedFor) => {
    expect(through(proxies, forwardedFor)).toBe('unknown');
  },
);

test('a socket that is gone is nobody in particular', () => {
  expect(callerAddressOf({ socketAddress: undefined, forwardedFor: undefined }, 0)).toBe('unknown');
});

test('an IPv4 address is the same in the form of IPv6', () => {
  expect(through(0, undefined, '::ffff:192.0.2.1')).toBe('192.0.2.1');
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1'],
  ['2001:DB8:1:ffff:ffff:ffff:ffff:ffff', '2001:db8:1'],
  ['2001:0db8:0001:0002:0:0:0:5', '2001:db8:1'],
  ['2001:db8::5', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1'],
  ['1:2:3:4:5:6:7::', '1:2:3'],
])('the IPv6 address %s counts with its network %s', (address, network) => {
  expect(through(1, address)).toBe(network);
});
