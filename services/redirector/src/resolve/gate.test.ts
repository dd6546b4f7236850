import { makeGate } from './gate';

test('So many run, so many wait, the rest is turned away; everyone who waited runs in the end', async () => {
  const gate = makeGate({ parallel: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const call = async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return 'done';
  };
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => gate.run(call)));
  expect(outcomes.filter((outcome) => outcome.kind === 'ran')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome.kind === 'full')).toHaveLength(3);
  expect(most).toBe(2);
  expect(await gate.run(call)).toEqual({ kind: 'ran', value: 'done' });
});

test('A call that throws gives its place back', async () => {
  const gate = makeGate({ parallel: 1, waiting: 0 });
  const broken = gate.run(() => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await gate.run(() => Promise.resolve(1))).toEqual({ kind: 'ran', value: 1 });
});
