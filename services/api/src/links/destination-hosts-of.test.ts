import { destinationHostsOf } from './destination-hosts-of';
import { destinationOf } from './validate-destination';

const hostsOf = (sent: string) => {
  const outcome = destinationOf(sent);
  return outcome.kind === 'destination' ? destinationHostsOf(outcome.location) : outcome.fault;
};

test.each([
  'https://krz.example',
  'https://KRZ.example/abc',
  'https://krz.example./abc',
  'https://krz.example../abc',
  'http://krz.example:8080/',
  'https://ｋｒｚ.example/',
  'https://krz。example/',
  'https://krz%2Eexample/',
  'https://k\u00adrz.example/',
])('%s is known as krz.example', (sent) => {
  expect(hostsOf(sent)).toContain('krz.example');
});

test('a name in other letters is known by its punycode', () => {
  expect(hostsOf('https://MÜNCHEN.example/')).toContain('xn--mnchen-3ya.example');
});

test.each(['https://sub.krz.example/', 'https://krz.example.org/', 'https://a.example/?krz.example'])(
  '%s is another host',
  (sent) => {
    expect(hostsOf(sent)).not.toContain('krz.example');
  },
);

test.each(['127.0.0.1', '2130706433', '0x7f.1', '127.8.9.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])(
  '%s with a port is known as localhost with that port',
  (host) => {
    expect(hostsOf(`http://${host}:3000/abc`)).toContain('localhost:3000');
  },
);

test.each(['128.0.0.1', '[::2]', '127.0.0.1.example.com'])('%s is not localhost', (host) => {
  expect(hostsOf(`http://${host}:3000/abc`)).not.toContain('localhost:3000');
});

test('a port names the host with it too, the default ports included', () => {
  expect(hostsOf('http://localhost:3000/')).toEqual(['localhost', 'localhost:3000']);
  expect(hostsOf('http://localhost/')).toEqual(['localhost', 'localhost:80']);
  expect(hostsOf('https://localhost/')).toEqual(['localhost', 'localhost:443']);
});

test('five million full stops in a host are passed over once', () => {
  const host = `a${'.'.repeat(5_000_000)}b`;
  expect(destinationHostsOf(`https://${host}./`)).toEqual([host, `${host}:443`]);
});
