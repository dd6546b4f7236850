// A redirector's stalled loops show by their age; each successful round resets it.

import { startPostgres, type TestPostgres } from '@kurz/backends';
import { until } from '../../until';
import { openRedirector, type OpenRedirector } from './open-redirector';

let opened: OpenRedirector;
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
  opened = await openRedirector({ postgres, settings: { zoneRefreshMs: 100, outboxMs: 500 } });
});
afterAll(() => opened.close());

async function ages(): Promise<Record<string, number>> {
  const text = await opened.metrics.text();
  const told = text.matchAll(/^kurz_redirector_loop_age_seconds\{loop="(\w+)"\} (\S+)$/gm);
  return Object.fromEntries([...told].map(([, loop = '', age]) => [loop, Number(age)]));
}

it('the age of the zones and of the waiting changes grows without PostgreSQL, and ends with it', async () => {
  await postgres.stop();
  // rounds that were in flight end meanwhile
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  opened.pass(7_200_000);
  expect(await ages()).toEqual({ zones: 7_200, waiting_changes: 7_200 });
  await postgres.restart();
  await until(async () => Object.values(await ages()).every((age) => age === 0));
});
