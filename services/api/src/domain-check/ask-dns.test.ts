import { makeAskDns } from './ask-dns';

const question = { name: 'a.example', type: 'A' } as const;

it('ends at once when its time is over before it begins', async () => {
  expect(await makeAskDns(['127.0.0.1:9'])(question, AbortSignal.abort())).toEqual({ kind: 'silent' });
});

it('is silent without a name server', async () => {
  expect(await makeAskDns([])(question, new AbortController().signal)).toEqual({ kind: 'silent' });
});
