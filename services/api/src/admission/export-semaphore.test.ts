import { makeExportSemaphore } from './export-semaphore';

test('one export of a person at once, and so many of all', () => {
  const semaphore = makeExportSemaphore(2);
  const ada = semaphore.tryAcquire('ada');
  expect(semaphore.tryAcquire('ada')).toBeUndefined();
  expect(semaphore.tryAcquire('bob')).toBeDefined();
  expect(semaphore.tryAcquire('eve')).toBeUndefined();
  ada?.();
  expect(semaphore.tryAcquire('eve')).toBeDefined();
});

test('a permit that is released again takes none from the next export', () => {
  const semaphore = makeExportSemaphore(2);
  const first = semaphore.tryAcquire('ada');
  first?.();
  expect(semaphore.tryAcquire('ada')).toBeDefined();
  first?.();
  expect(semaphore.tryAcquire('ada')).toBeUndefined();
  expect(semaphore.tryAcquire('bob')).toBeDefined();
  expect(semaphore.tryAcquire('eve')).toBeUndefined();
});

test('an export of a workspace and a person leaves both none', () => {
  const semaphore = makeExportSemaphore(2);
  const release = semaphore.tryAcquire('one workspace', 'ada');
  expect(semaphore.tryAcquire('another workspace', 'ada')).toBeUndefined();
  expect(semaphore.tryAcquire('one workspace', 'bob')).toBeUndefined();
  release?.();
  expect(semaphore.tryAcquire('another workspace', 'ada')).toBeDefined();
});
