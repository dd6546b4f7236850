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
