import { allowedTargetsOf } from './allowed-targets';

function targetsOf(text: string) {
  const outcome = allowedTargetsOf(text);
  if (outcome.kind === 'faulty') throw new Error(`${text} is faulty`);
  return outcome.targets;
}

it('allows a host at every port that is asked', () => {
  const targets = targetsOf('Shlink.internal, fd00:0::1');
  expect(targets.hasHost('shlink.internal', 443)).toBe(true);
  expect(targets.hasHost('shlink.internal.', 80)).toBe(true);
  expect(targets.hasHost('fd00::1', 443)).toBe(true);
  expect(targets.hasPort('shlink.internal', 443)).toBe(false);
  expect(targets.hasHost('a.shlink.internal', 443)).toBe(false);
});

it('allows a host that is named with a port at that port alone', () => {
  const targets = targetsOf('10.9.9.9:9000, [fd00::1]:9001');
  expect(targets.hasHost('10.9.9.9', 9_000)).toBe(true);
  expect(targets.hasPort('10.9.9.9', 9_000)).toBe(true);
  expect(targets.hasHost('10.9.9.9', 443)).toBe(false);
  expect(targets.hasHost('fd00::1', 9_001)).toBe(true);
  expect(targets.hasAddress('10.9.9.9')).toBe(false);
});

it('allows the addresses of a network, each in its family', () => {
  const targets = targetsOf('10.1.2.0/24,fd00::/8');
  expect(targets.hasAddress('10.1.2.255')).toBe(true);
  expect(targets.hasAddress('10.1.3.0')).toBe(false);
  expect(targets.hasAddress('fdff::1')).toBe(true);
  expect(targets.hasAddress('::ffff:10.1.2.3')).toBe(false);
  expect(targets.hasHost('10.1.2.3', 443)).toBe(false);
});

it('allows nothing without an entry', () => {
  const targets = targetsOf(' , ');
  expect(targets.hasHost('localhost', 80)).toBe(false);
  expect(targets.hasAddress('127.0.0.1')).toBe(false);
});

test.each([
  '10.0.0.0/33',
  'fd00::/129',
  'example.com/8',
  'http://example.com',
  'a..b',
  'a b',
  '10.1.2',
  'a:0',
  'a:65536',
  '*.internal',
  'fe80::1%eth0',
  '[fe80::1%eth0]:80',
  'fe80::%eth0/64',
])('%j names no target', (text) => expect(allowedTargetsOf(text)).toEqual({ kind: 'faulty' }));
