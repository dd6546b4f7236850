import type { ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { makeIngesterMetrics, type MaintenanceTask } from '../metrics/ingester-metrics';
import type { MoveStep } from '../move/make-mover';
import { runMaintenance } from './run-maintenance';

test('A rebalance of hours is no loop that stands still: each step of a move counts', async () => {
  const stopping = new AbortController();
  const done: MaintenanceTask[] = [];
  let steps = 0;
  const moveWorkspaces = (): Promise<MoveStep> => {
    if (++steps === 5) stopping.abort();
    return Promise.resolve('moved');
  };
  const { ended } = runMaintenance(
    {
      clickHouses: [{} as ClickHouse],
      db: {} as Db,
      clock: systemClock,
      log: silentLog,
      metrics: {
        ...makeIngesterMetrics(makeMetrics()),
        maintenance: () => (name) => void done.push(name),
      },
      signal: stopping.signal,
    },
    {
      erase: () => Promise.resolve(),
      moveWorkspaces,
      source: { name: 'stream', tick: () => Promise.resolve() },
    },
  );
  await ended;
  expect(steps).toBe(5);
  expect(done.filter((name) => name === 'shard_moves').length).toBeGreaterThanOrEqual(5);
});
