import { makeMemoryCounter } from '../rate-limits/request-counter';
import { makeSignInTries } from './sign-in-tries';

test('an address as long as a body is counted under a short key: what a stranger sends stays nowhere', async () => {
  const keys: string[] = [];
  const tries = makeSignInTries({
    makeCounter: (_, windowSeconds) => {
      const counter = makeMemoryCounter(windowSeconds);
      return { ...counter, count: (key) => (keys.push(key), counter.count(key)) };
    },
  });
  const email = `${'x'.repeat(900_000)}@example.com`;
  await tries.take({ kind: 'anybody', email, userId: undefined, clientAddress: '198.51.100.1' });
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key.length).toBeLessThan(100);
});
