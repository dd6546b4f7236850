import { hostAliasesOf, localDomainOf, ownUrlOf } from './own-address';

it.each([
  ['127.0.0.1', 3000, 'http://localhost:3000'],
  ['0.0.0.0', 3000, 'http://localhost:3000'],
  ['::', 3000, 'http://localhost:3000'],
  ['::1', 80, 'http://localhost'],
  ['192.0.2.7', 3000, 'http://192.0.2.7:3000'],
  ['192.0.2.7', 80, 'http://192.0.2.7'],
  ['2001:db8::7', 3000, 'http://[2001:db8::7]:3000'],
  ['links.lan', 443, 'http://links.lan:443'],
  ['2001:0DB8::0007', 3000, 'http://[2001:db8::7]:3000'],
  ['0:0:0:0:0:0:0:0', 3000, 'http://localhost:3000'],
  ['Links.LAN', 3000, 'http://links.lan:3000'],
  ['fe80::1%eth0', 80, 'http://[fe80::1%eth0]'],
])('who listens on %s, port %i, is opened at %s', (host, port, url) => {
  expect(ownUrlOf({ host, port })).toBe(url);
});

it('the shared zone is asked for by each name of this machine, as browsers write it', () => {
  expect(hostAliasesOf({ host: '2001:db8::7', port: 3000 })).toEqual({
    '[2001:db8::7]:3000': 'localhost:3000',
    '127.0.0.1:3000': 'localhost:3000',
    '[::1]:3000': 'localhost:3000',
  });
  expect(hostAliasesOf({ host: '2001:0DB8::0007', port: 3000 })).toHaveProperty(
    ['[2001:db8::7]:3000'],
    'localhost:3000',
  );
  expect(hostAliasesOf({ host: '127.0.0.1', port: 80 })).toEqual({
    '127.0.0.1': 'localhost',
    '[::1]': 'localhost',
  });
  expect(localDomainOf({ port: 80 })).toBe('localhost');
});

it.each(['0.0.0.0', '::', '0:0:0:0:0:0:0:0'])(
  'who listens on %s is asked by each address of the machine',
  (host) => {
    const addresses = ['127.0.0.1', '192.0.2.7', '2001:db8::7'];
    expect(hostAliasesOf({ host, port: 3000 }, addresses)).toMatchObject({
      '127.0.0.1:3000': 'localhost:3000',
      '192.0.2.7:3000': 'localhost:3000',
      '[2001:db8::7]:3000': 'localhost:3000',
    });
    expect(hostAliasesOf({ host: '192.0.2.9', port: 3000 }, addresses)).not.toHaveProperty('192.0.2.7:3000');
  },
);
