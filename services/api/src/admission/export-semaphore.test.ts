import { makeExportSemaphore } from './export-semaphore';

test('one export of a person at once, and so many of all', () => {
  const semaphore = makeExportSemaphore(2);
  const ada = semaphore.tryAcquire(['ada']);
  expect(semaphore.tryAcquire(['ada'])).toBeUndefined();
  expect(semaphore.tryAcquire(['bob'])).toBeDefined();
  expect(semaphore.tryAcquire(['eve'])).toBeUndefined();
  ada?.();
  expect(semaphore.tryAcquire(['eve'])).toBeDefined();
});

test('a permit that is released again takes none from the next export', () => {
  const semaphore = makeExportSemaphore(2);
  const first = semaphore.tryAcquire(['ada']);
  first?.();
  expect(semaphore.tryAcquire(['ada'])).toBeDefined();
  first?.();
  expect(semaphore.tryAcquire(['ada'])).toBeUndefined();
  expect(semaphore.tryAcquire(['bob'])).toBeDefined();
  expect(semaphore.tryAcquire(['eve'])).toBeUndefined();
});

test('an export of a workspace and a person leaves both none', () => {
  const semaphore = makeExportSemaphore(2);
  const release = semaphore.tryAcquire(['one workspace', 'ada']);
  expect(semaphore.tryAcquire(['another workspace', 'ada'])).toBeUndefined();
  expect(semaphore.tryAcquire(['one workspace', 'bob'])).toBeUndefined();
  release?.();
  expect(semaphore.tryAcquire(['another workspace', 'ada'])).toBeDefined();
});

test('an export that has lasted for long gives way to another, the oldest first', () => {
  let now = 0;
  const semaphore = makeExportSemaphore(2, () => now);
  const gaveWay: string[] = [];
  const acquire = (name: string) => semaphore.tryAcquire([name], () => gaveWay.push(name));
  const ada = acquire('ada');
  now += 300_000;
  expect(acquire('bob')).toBeDefined();
  now += 299_999;
  expect([acquire('eve'), gaveWay]).toEqual([undefined, []]);
  now += 1;
  expect(acquire('eve')).toBeDefined();
  expect([acquire('cem'), gaveWay]).toEqual([undefined, ['ada']]);
  // when its stream ends it has no permit any more
  ada?.();
  expect(acquire('cem')).toBeUndefined();
  now += 300_000;
  expect(acquire('ada')).toBeDefined();
  expect(gaveWay).toEqual(['ada', 'bob']);
});

test('an export of which nothing says how it gives way keeps its permit', () => {
  let now = 0;
  const semaphore = makeExportSemaphore(1, () => now);
  semaphore.tryAcquire(['ada']);
  now += 3_600_000;
  expect(semaphore.tryAcquire(['bob'], () => undefined)).toBeUndefined();
});
