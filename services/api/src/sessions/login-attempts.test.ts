import { makeMemoryCounter } from '../rate-limits/request-counter';
import { makeLoginAttempts } from './login-attempts';

test('an address as long as a body is counted under a short key: what an anonymous client sends is stored nowhere', async () => {
  const keys: string[] = [];
  const attempts = makeLoginAttempts({
    makeCounter: (_, windowSeconds) => {
      const counter = makeMemoryCounter(windowSeconds);
      return { ...counter, count: (key) => (keys.push(key), counter.count(key)) };
    },
  });
  const email = `${'x'.repeat(900_000)}@example.com`;
  await attempts.consume({ kind: 'anonymous', email, userId: undefined, clientAddress: '198.51.100.1' });
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key.length).toBeLessThan(100);
});
