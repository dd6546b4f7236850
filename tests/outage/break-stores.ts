// Ways to harm the stores of a production installation, and to heal them.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openKafka } from '@kurz/click-stream';
import { openClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { ConfigResourceTypes } from 'kafkajs';
import { sql } from 'kysely';
import { Client } from 'pg';
import { TOPIC, type Production } from './start-production';

type Stores = Pick<Production, 'clickHouse' | 'kafka'>;
type PostgresOptions = Production['postgres']['options'];

export async function onClickHouse({ clickHouse }: Stores, query: string): Promise<void> {
  const { client, close } = openClickHouse(clickHouse.options);
  await client.command({ query }).finally(close);
}

const kafkaOf = ({ kafka }: Stores) =>
  openKafka({ brokers: kafka.directBrokers, clientId: 'test' }, { log: silentLog });

/** Deletes the group in Kafka, with its offsets. */
export async function forgetGroup(stores: Stores, group: string): Promise<void> {
  const admin = kafkaOf(stores).admin();
  await admin.connect();
  await admin.deleteGroups([group]);
  await admin.disconnect();
}

/** Sets the retention of the click stream. The topic's other settings stay. */
export async function setRetention(stores: Stores, ms: number): Promise<void> {
  const admin = kafkaOf(stores).admin();
  await admin.connect();
  const topic = { type: ConfigResourceTypes.TOPIC, name: TOPIC };
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [topic] });
  const own = (resources[0]?.configEntries ?? []).filter(({ configSource }) => Number(configSource) === 1);
  const configEntries = own.map(({ configName, configValue }) => ({
    name: configName,
    value: configName === 'retention.ms' ? String(ms) : configValue,
  }));
  await admin.alterConfigs({ validateOnly: false, resources: [{ ...topic, configEntries }] });
  await admin.disconnect();
}

/** Records that visits were counted from a partition. */
export const countPartition = (db: Db, partition: number) =>
  db
    .insertInto('stream_progress')
    .values({ stream_partition: partition, position: 100, consolidated_until: new Date() })
    .execute();

/** Executes the runbook's statement for a topic that was made anew with so many partitions. */
export async function finishPartitionsFrom(db: Db, partitions: number): Promise<void> {
  const runbook = readFileSync(path.join(__dirname, '../../deploy/runbook.md'), 'utf8');
  const [statement] = /UPDATE stream_progress SET consolidated_until = [^`]*/.exec(runbook) ?? [];
  if (!statement?.includes('<partitions of the new topic>')) throw new Error('it has no such statement');
  await sql.raw(statement.replace('<partitions of the new topic>', String(partitions))).execute(db);
}

/** Opens connections until nine tenths of those that PostgreSQL allows are in use. The caller ends them. */
export async function useUpConnections(db: Db, options: PostgresOptions): Promise<Client[]> {
  const { rows } = await sql<{ free: number }>`
    SELECT (0.9 * (current_setting('max_connections')::int - 3))::int
      - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS free`.execute(
    db,
  );
  const { host, port, user, password, database } = options;
  const clients = Array.from(
    { length: rows[0]?.free ?? 0 },
    () => new Client({ host, port, user, password, database }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}
