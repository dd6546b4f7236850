// A process is frozen while it looks for its position, and another publishes a later one. That is no lost position.

import { openTestDatabase } from '@kurz/backends';
import { openDatabase, type Db } from '@kurz/database';
import { makeClosing } from '@kurz/process';
import type { BatchIntent } from '../../../services/ingester/src/intent/intent-log';
import { findPosition } from '../../../services/ingester/src/sinks/clickhouse/find-position';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const PARTITION = 3;
const END = 100;

const closing = makeClosing();
let db: Db;
beforeAll(async () => {
  const postgres = await openTestDatabase();
  closing.add('postgres', postgres.close);
  const database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  closing.add('database', database.close);
  db = database.db;
});
afterAll(() => closing.close());
beforeEach(() => db.deleteFrom('stream_progress').execute());

/** Publishes a position as the partition's owner does, after recording the intent. */
async function publish(position: number): Promise<void> {
  const row = { stream_partition: PARTITION, position, consolidated_until: new Date() };
  await db.insertInto('stream_progress').values(row).execute();
}

/** Runs `frozen` while the intent is read. Resolves with the position, or with the text of the error. */
async function positionOf(intent: BatchIntent | undefined, frozen: () => Promise<void>) {
  const intents = {
    read: async () => {
      await frozen();
      return intent;
    },
    record: () => Promise.resolve(),
    partitions: () => Promise.resolve([PARTITION]),
  };
  const never = () => Promise.reject(new Error('is not asked'));
  const source = {
    ...{ partition: PARTITION, isComplete: false },
    ...{ begin: () => Promise.resolve(0), syncedEnd: () => Promise.resolve(END) },
    ...{ read: never, more: never, waitForMore: never, isBehind: never },
  };
  const onMissingOffset = () => Promise.reject(new Error('the position is lost'));
  return findPosition({ intents, source, db, onMissingOffset }).catch(String);
}

test('what another published after the intent was read is no lost position', async () => {
  const intent = { partition: PARTITION, from: 20, to: null };
  expect(await positionOf(intent, () => publish(70))).toBe(20);
});

test('what was published before is one', async () => {
  await publish(70);
  const intent = { partition: PARTITION, from: 20, to: null };
  expect(await positionOf(intent, () => Promise.resolve())).toBe('Error: the position is lost');
});
