import { frontHostsOf } from './front-hosts';

test.each([
  ['', []],
  [
    'Edge.example.com., 203.0.113.7:8443',
    [
      { host: 'edge.example.com', port: 443 },
      { host: '203.0.113.7', port: 8443 },
    ],
  ],
  [
    '[2001:db8::1]:444, 2001:0DB8:0:0:0:0:0:0002',
    [
      { host: '2001:db8::1', port: 444 },
      { host: '2001:db8::2', port: 443 },
    ],
  ],
])('%j names the hosts %j', (text, hosts) => {
  expect(frontHostsOf(text)).toEqual({ kind: 'hosts', hosts });
});

test.each(['https://a.example', 'a b', '1.2.3', 'a.example:0', '[a.example]', 'a,'.repeat(9)])(
  '%j names none',
  (text) => expect(frontHostsOf(text)).toEqual({ kind: 'faulty' }),
);
