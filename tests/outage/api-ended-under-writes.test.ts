// One of two APIs is killed or stopped while integrators write over both. Afterwards each write that was answered with
// 200 or 201 is in PostgreSQL and in the link cache. A write without an answer is there completely or not at all.

import { until } from '../until';
import { SHARED_ZONE } from '../stores/redirector/stored-links';
import { startBatchWriters } from './links/batch-writers';
import { linkCacheFaults } from './links/link-cache-faults';
import { halfDoneWrites } from './links/half-done-writes';
import { makeLinkTruth } from './links/link-truth';
import { openLinkWorld, type LinkWorld } from './links/link-world';
import { startLinkWriters } from './links/link-writers';

const WRITERS = 8;
const BATCH_WRITERS = 2;
const ROUNDS = 2;

let world: LinkWorld;
const truth = makeLinkTruth();

beforeAll(async () => {
  world = await openLinkWorld();
});
afterAll(() => world.close());

/** Links whose last change was answered and that have no entry in the link cache. */
async function untoldLinks(): Promise<string[]> {
  const untold: string[] = [];
  for (const slug of truth.slugs().filter((each) => truth.settled(each) !== undefined)) {
    const entry = await world.linkCache.get({ zoneId: SHARED_ZONE, slug });
    if (!entry) untold.push(slug);
  }
  return untold;
}

const ends = [
  { name: 'killed', signal: 'SIGKILL', code: null },
  { name: 'told to end', signal: 'SIGTERM', code: 0 },
] as const;

test.each(ends)(
  `With one of two APIs $name under parallel writes, ${ROUNDS} times, every answered write is in PostgreSQL and in the link cache`,
  async ({ signal, code }) => {
    const survivor = await world.startApi();
    for (let round = 0; round < ROUNDS; round++) {
      const apis = [await world.startApi(), survivor] as const;
      const name = `${signal.toLowerCase()}-${round}`;
      const writers = startLinkWriters({ apis, truth }, { writers: WRITERS, name });
      const batches = startBatchWriters({ apis, truth }, { writers: BATCH_WRITERS, name: `${name}-batch` });
      await until(() => writers.answers.length > 100 && batches.taken() > 4, {
        what: 'writes are taken',
      });
      const before = writers.answers.length;
      apis[0].process.kill(signal);
      expect((await apis[0].ended).code).toBe(code);
      await until(() => writers.answers.length > before + 100, {
        what: 'the other API takes writes',
      });
      await Promise.all([writers.stop(), batches.stop()]);

      const places = { db: world.db, linkCache: world.linkCache };
      await until(async () => (await linkCacheFaults(places, truth.slugs())).length === 0, {
        what: 'the link cache is right',
      });
      expect(await halfDoneWrites({ db: world.db, truth })).toEqual([]);
      expect(await untoldLinks()).toEqual([]);
    }
    await survivor.close();
    const settled = truth.slugs().filter((slug) => truth.settled(slug) !== undefined).length;
    process.stderr.write(`${settled} of ${truth.slugs().length} links were answered for, all are there\n`);
  },
);
