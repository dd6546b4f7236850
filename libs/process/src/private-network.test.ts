import { validatePlainAddress } from './private-network';

const validate = validatePlainAddress('redis', 'rediss');

test.each([
  'redis://cache:6379',
  'redis://:geheim@10.0.0.5:6379/0',
  'redis://127.0.0.1@cache.example.com',
  'redis://localhost.example.com:6379',
  'redis://[fd00::1]:6379',
])('%s leaves this machine in clear: refused, and the password is not told', (address) => {
  const faults = validate(address, {});
  expect(faults).toEqual([expect.stringMatching(/^has no TLS.*rediss:\/\/.*KURZ_PRIVATE_NETWORK=true/)]);
  expect(faults.join()).not.toContain('geheim');
  expect(validate(address, { KURZ_PRIVATE_NETWORK: 'false' })).toHaveLength(1);
  expect(validate(address, { KURZ_PRIVATE_NETWORK: 'true' })).toEqual([]);
});

test.each([
  'redis://127.0.0.1:6379',
  'redis://localhost',
  'redis://:geheim@[::1]:6379',
  'redis://',
  'rediss://cache.example.com:6379',
])('%s does not', (address) => {
  expect(validate(address, {})).toEqual([]);
});

test.each([
  ['redis', 'a percent sign that is not escaped', 'pa%zz@cache:6379'],
  ['rediss', 'a percent sign that is not escaped', 'pa%zz@cache:6379'],
  ['redis', 'a slash that is not escaped', 'ge/heim@cache:6379'],
  ['rediss', 'a slash that is not escaped', 'ge/heim@cache:6379'],
  ['rediss', 'a port that is none', 'geheim@cache:99999'],
])('A %s address with %s is a fault, also where the network is private', (scheme, _, rest) => {
  for (const isPrivate of ['true', 'false'])
    expect(validate(`${scheme}://kurz:${rest}`, { KURZ_PRIVATE_NETWORK: isPrivate })).toEqual([
      'must be an address',
    ]);
});

test('What is no address is a fault, and what has another scheme is for the schema to refuse', () => {
  expect(validate('redis://[cache', {})).toEqual(['must be an address']);
  expect(validate('cache:6379', {})).toEqual([]);
});
