// Seeding while it looks for the position from which live counts continue: which lines of the journal it still needs,
// and what happens when another process has begun meanwhile.

import { singleShard, type ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { systemClock } from '@kurz/process';
import type { BatchIntent } from '../../intent/intent-log';
import { makeSeedLiveClicks } from './seed-live-clicks';

const PARTITION = 0;

/** `answer` resolves the pending read of the intent. */
function makeWaitingSeeds() {
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
  return { liveClicks, seeds, answer: (intent: BatchIntent) => answer(intent) };
}

const unseeded = () => ({ replaces: 'nothing', signal: new AbortController().signal }) as const;

it('needs the whole journal until it knows its position, which the ClickHouse sink may have passed by then', async () => {
  const { liveClicks, seeds, answer } = makeWaitingSeeds();
  expect(seeds.seedsFrom(PARTITION)).toBeUndefined();
  const seeding = seeds.seed(PARTITION, unseeded());
  expect(seeds.seedsFrom(PARTITION)).toBe(0);
  answer({ partition: PARTITION, from: 100, to: null });
  await seeding;
  expect(await liveClicks.position(PARTITION)).toBe(100);
  expect(seeds.seedsFrom(PARTITION)).toBeUndefined();
  await liveClicks.close();
});

// as in a process that was frozen there, and whose partition another has taken over
it('goes on from where another has come meanwhile, and takes nothing back', async () => {
  const { liveClicks, seeds, answer } = makeWaitingSeeds();
  const seeding = seeds.seed(PARTITION, unseeded());
  await liveClicks.seed({ partition: PARTITION, position: 0, additions: [] });
  await liveClicks.add({ partition: PARTITION, from: 0, to: 150, additions: [] });
  answer({ partition: PARTITION, from: 100, to: null });
  expect(await seeding).toBe(150);
  expect(await liveClicks.position(PARTITION)).toBe(150);
  await liveClicks.close();
});
