import { dnsServersOf } from './dns-servers-of';

test.each([
  ['', []],
  ['127.0.0.1:5353', ['127.0.0.1:5353']],
  ['9.9.9.9, [2620:fe::fe]:53 ,', ['9.9.9.9', '[2620:fe::fe]:53']],
])('%j names the servers %j', (text, servers) => {
  expect(dnsServersOf(text)).toEqual({ kind: 'servers', servers });
});

test.each(['dns.example.com', '1.2.3', 'http://9.9.9.9'])('%j is no server address', (text) => {
  expect(dnsServersOf(text)).toEqual({ kind: 'faulty' });
});
