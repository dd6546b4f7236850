// A partition that begins again on two shards. The shards' answers are given, and PostgreSQL knows of no missed range.

import { makeClickShards, type ClickHouse } from '@kurz/click-tables';
import type { Tables } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { makeMissingOffset } from './missing-offset';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
afterAll(() => db.destroy());

/** The answers of a shard that holds a row of a later batch, and in which no mutation fails. */
const rowsFor = (query: string) => (query.includes('system.mutations') ? [] : [{ n: 1 }]);
const shardOf = (command: () => Promise<void>) =>
  ({
    database: 'kurz',
    client: {
      query: ({ query }: { query: string }) =>
        Promise.resolve({ json: () => Promise.resolve(rowsFor(query)) }),
      command,
    },
  }) as unknown as ClickHouse;

it('removes no rows any more when it has failed, so that none are lost that another attempt writes', async () => {
  let removed = 0;
  let endOne: (() => void) | undefined;
  const slow = () => new Promise<void>((resolve) => (endOne = resolve)).then(() => void removed++);
  const shards = makeClickShards([shardOf(() => Promise.reject(new Error('away'))), shardOf(slow)], () =>
    Promise.resolve(0),
  );
  const goOn = makeMissingOffset(
    { shards, db, log: silentLog, partition: 0, beginAt: () => undefined, onRefused: () => undefined },
    { resumeFromProgress: true },
  );
  let removedAtItsEnd: number | undefined;
  const going = goOn({ begin: 0, end: 10, intent: undefined, published: 10 }).finally(
    () => (removedAtItsEnd = removed),
  );
  going.catch(() => undefined);
  for (let table = 0; table < 3; table++) {
    await new Promise(setImmediate);
    endOne?.();
  }
  await expect(going).rejects.toThrow('away');
  expect(removedAtItsEnd).toBe(3);
});
