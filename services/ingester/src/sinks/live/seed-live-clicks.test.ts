// Which lines of the journal seeding still needs, while it looks for the position from which live counts go on.

import { singleShard, type ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { systemClock } from '@kurz/process';
import type { BatchIntent } from '../../intent/intent-log';
import { makeSeedLiveClicks } from './seed-live-clicks';

const PARTITION = 0;

it('needs the whole journal until it knows its position, which the ClickHouse sink may have passed by then', async () => {
  let answer: (intent: BatchIntent) => void = () => undefined;
  const read = () => new Promise<BatchIntent>((resolve) => (answer = resolve));
  const query = () => Promise.resolve({ json: () => Promise.resolve([]) });
  const liveClicks = makeMemoryLiveClicks({ clock: systemClock });
  const seeds = makeSeedLiveClicks({
    shards: singleShard({ database: 'kurz', client: { query } } as unknown as ClickHouse),
    db: {} as Db,
    liveClicks,
    intents: { read },
    erased: {
      among: () => Promise.resolve(new Set()),
      note: () => undefined,
      reopenUnchecked: () => Promise.resolve(),
      shards: () => 1,
    },
    clock: systemClock,
  });
  expect(seeds.seedsFrom(PARTITION)).toBeUndefined();
  const seeding = seeds.seed(PARTITION, new AbortController().signal);
  expect(seeds.seedsFrom(PARTITION)).toBe(0);
  answer({ partition: PARTITION, from: 100, to: null });
  await seeding;
  expect(await liveClicks.position(PARTITION)).toBe(100);
  expect(seeds.seedsFrom(PARTITION)).toBeUndefined();
  await liveClicks.close();
});
