import { makeQueryDns, serverOf } from './query-dns';

const question = { name: 'a.example', type: 'A' } as const;

it('ends at once when its time is over before it begins', async () => {
  expect(await makeQueryDns(['127.0.0.1:9'])(question, AbortSignal.abort())).toEqual({ kind: 'silent' });
});

it('is silent without a name server', async () => {
  expect(await makeQueryDns([])(question, new AbortController().signal)).toEqual({ kind: 'silent' });
});

test.each([
  ['9.9.9.9', { host: '9.9.9.9', port: 53 }],
  ['127.0.0.1:5353', { host: '127.0.0.1', port: 5353 }],
  ['2620:fe::fe', { host: '2620:fe::fe', port: 53 }],
  ['[2620:fe::fe]', { host: '2620:fe::fe', port: 53 }],
  ['[::1]:5353', { host: '::1', port: 5353 }],
])('asks %s, as the setting may name it', (text, server) => {
  expect(serverOf(text)).toEqual(server);
});
