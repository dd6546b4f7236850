// Several participants change and read the test's own Postgres, a Map. Each of their steps is one call of the link
// cache, so running the steps in any order runs the participants in any interleaving.

import { openTestRedis, type SharedRedis } from '@kurz/backends';
import {
  type LinkCacheEntry,
  type LinkCache,
  makeMemoryLinkCache,
  type ReadWatermark,
} from '@kurz/link-cache';
import fc from 'fast-check';
import { gone, key, link } from './entries';
import { openLinkCache, type OpenLinkCache } from './open-link-cache';
import { propertyRuns } from '../../property-runs';

type Step =
  | { kind: 'commit'; slug: string; isDeletion: boolean }
  | { kind: 'apply'; which: number }
  | { kind: 'begin read'; reader: number; slug: string }
  | { kind: 'fill'; which: number }
  | { kind: 'get'; reader: number; slug: string }
  | { kind: 'flush' };

const slug = fc.constantFrom('aaa', 'bbb');
const reader = fc.nat(1);
const which = fc.nat(5);
const stepsOf = (mayFlush: boolean): fc.Arbitrary<Step[]> => {
  const steps: fc.Arbitrary<Step>[] = [
    fc.record({ kind: fc.constant('commit' as const), slug, isDeletion: fc.boolean() }),
    fc.record({ kind: fc.constant('apply' as const), which }),
    fc.record({ kind: fc.constant('begin read' as const), reader, slug }),
    fc.record({ kind: fc.constant('fill' as const), which }),
    fc.record({ kind: fc.constant('get' as const), reader, slug }),
  ];
  if (mayFlush) steps.push(fc.record({ kind: fc.constant('flush' as const) }));
  return fc.array(fc.oneof(...steps), { maxLength: 60 });
};

type Waiting = { slug: string; entry: LinkCacheEntry };
type Reading = Waiting & { linkCache: LinkCache; watermark: ReadWatermark };

/** Runs the steps, and checks after each that no stale state is visible. */
async function runSteps(
  steps: readonly Step[],
  world: {
    writer: LinkCache;
    readers: readonly LinkCache[];
    flush: () => Promise<unknown>;
    run: number;
  },
): Promise<void> {
  const { writer, readers, flush, run } = world;
  const keyOf = (name: string) => key(`${name}-${run}`);
  const truth = new Map<string, LinkCacheEntry>();
  /** The newest version of each slug whose apply has ended: nothing older may be answered from then on. */
  const applied = new Map<string, number>();
  let waiting: Waiting[] = [];
  const readings: Reading[] = [];
  let version = 0;
  let wasFlushed = false;

  const readerOf = (index: number) => readers[index % readers.length] ?? writer;
  // after FLUSHALL the version of a deletion is unknown, because PostgreSQL has no row for it
  const isForgotten = (name: string, entry: LinkCacheEntry) =>
    wasFlushed && entry.kind === 'gone' && entry.version === 0 && truth.get(name)?.kind === 'gone';
  const assertNotStale = (name: string, entry: LinkCacheEntry | undefined) => {
    if (entry && isForgotten(name, entry)) return;
    if (entry) expect(entry.version).toBeGreaterThanOrEqual(applied.get(name) ?? 0);
    if (entry && entry.version === truth.get(name)?.version) expect(entry).toEqual(truth.get(name));
  };

  for (const step of steps) {
    switch (step.kind) {
      case 'commit': {
        version++;
        const entry = step.isDeletion ? gone(version) : link(version);
        truth.set(step.slug, entry);
        waiting.push({ slug: step.slug, entry });
        break;
      }
      case 'apply': {
        const [change] = waiting.splice(step.which % Math.max(1, waiting.length), 1);
        if (!change) break;
        await writer.apply(keyOf(change.slug), change.entry);
        applied.set(change.slug, Math.max(applied.get(change.slug) ?? 0, change.entry.version));
        break;
      }
      case 'begin read': {
        const linkCache = readerOf(step.reader);
        const known = await linkCache.get(keyOf(step.slug));
        assertNotStale(step.slug, known);
        if (known) break;
        const watermark = linkCache.watermark(keyOf(step.slug));
        const found = truth.get(step.slug);
        // Postgres does not remember deletions
        const entry = found?.kind === 'link' ? found : gone(0);
        readings.push({ linkCache, watermark, slug: step.slug, entry });
        break;
      }
      case 'fill': {
        const [reading] = readings.splice(step.which % Math.max(1, readings.length), 1);
        if (reading) await reading.linkCache.fill(keyOf(reading.slug), reading.entry, reading.watermark);
        break;
      }
      case 'get':
        assertNotStale(step.slug, await readerOf(step.reader).get(keyOf(step.slug)));
        break;
      case 'flush':
        await flush();
        wasFlushed = true;
        // an overtaken change is published as the newest state; one in flight during FLUSHALL is left out here
        waiting = waiting.filter((change) => change.entry.version >= (applied.get(change.slug) ?? 0));
        break;
    }
    for (const name of ['aaa', 'bbb']) assertNotStale(name, await readerOf(1).get(keyOf(name)));
  }
  for (const change of waiting) await writer.apply(keyOf(change.slug), change.entry);
  for (const reading of readings) {
    await reading.linkCache.fill(keyOf(reading.slug), reading.entry, reading.watermark);
  }
  for (const [name, entry] of truth) {
    const known = await readerOf(0).get(keyOf(name));
    if (known && !isForgotten(name, known)) expect(known).toEqual(entry);
  }
}

let server: SharedRedis;
let open: OpenLinkCache[];
beforeAll(async () => {
  server = await openTestRedis();
  open = await Promise.all([1, 2, 3].map(() => openLinkCache(server.url)));
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await server.close();
});

test('In memory nothing older is answered once a change is applied, in any interleaving', async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(false), async (steps) => {
      const linkCache = makeMemoryLinkCache({ maxEntries: 100 });
      const flush = () => Promise.resolve();
      await runSteps(steps, { writer: linkCache, readers: [linkCache], flush, run: 0 });
    }),
    propertyRuns(500),
  );
});

test('On Redis nothing older is answered once a change is applied, in any interleaving with three clients and FLUSHALL', async () => {
  const [writer, ...readers] = open.map(({ linkCache }) => linkCache);
  const admin = open[0]?.redis;
  if (!writer || !admin) throw new Error('nothing is open');
  let run = 0;
  await fc.assert(
    fc.asyncProperty(stepsOf(true), async (steps) => {
      run++;
      await runSteps(steps, { writer, readers, flush: () => admin.flushall(), run });
    }),
    propertyRuns(400),
  );
});
