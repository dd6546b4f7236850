import { setTimeout as sleep } from 'node:timers/promises';
import { InfrastructureError } from '@kurz/process';
import { settleInTime } from './settle-in-time';

test('A store that is silent is given up in time, and may be asked again', async () => {
  const error: unknown = await settleInTime(new Promise(() => undefined), 20).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InfrastructureError);
  expect(error).toMatchObject({ message: 'no answer within 20 ms', retriable: true });
  await expect(settleInTime(Promise.reject(new Error('refused')), 20)).rejects.toThrow('refused');
});

test('A pause of this process is no silence of the store', async () => {
  const settled = settleInTime(sleep(150, 'answered'), 100);
  for (const end = performance.now() + 200; performance.now() < end;);
  expect(await settled).toBe('answered');
});
