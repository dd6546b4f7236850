import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@kurz/process';
import { makeClickSchemaCheck } from './make-click-schema-check';

test('A ClickHouse that is silent or away is no old one', async () => {
  const silent = makeClickSchemaCheck({ isCurrent: () => new Promise(() => undefined), log: silentLog });
  expect(await silent()).toBe(true);
  const away = makeClickSchemaCheck({ isCurrent: () => Promise.reject(new Error('away')), log: silentLog });
  expect(await away()).toBe(true);
});

test('That it is old is heard also when this process stands still meanwhile', async () => {
  const check = makeClickSchemaCheck({ isCurrent: () => sleep(450, false), log: silentLog });
  const checked = check();
  for (const end = performance.now() + 500; performance.now() < end;);
  expect(await checked).toBe(false);
});

test('A silent ClickHouse has one question, however often it is checked, and the next when that has ended', async () => {
  let asked = 0;
  let end: (isCurrent: boolean) => void = () => {};
  const isCurrent = () => {
    asked++;
    return new Promise<boolean>((resolve) => (end = resolve));
  };
  const check = makeClickSchemaCheck({ isCurrent, log: silentLog });
  expect(await Promise.all([check(), check()])).toEqual([true, true]);
  const last = check();
  end(false);
  expect([await last, asked]).toEqual([false, 1]);
  const again = check();
  end(true);
  expect([await again, await check(), asked]).toEqual([true, true, 2]);
});
