// Everything that production has stored, as text by place: every row, key and message, the files of ClickHouse's active
// parts (with rows that a deletion only hides), the journals, and the logs of the services.

import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { openClickHouse } from '@kurz/click-tables';
import { openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { ConfigResourceTypes } from 'kafkajs';
import { openFixtureDatabase } from '../fixture-database';
import { textIfThere } from '../text-if-there';
import { until } from '../until';
import { TOPIC, type Production } from './start-production';

export type Places = Record<
  'postgres' | 'clickHouse' | 'clickHouseDisk' | 'redis' | 'kafka' | 'journals' | 'logs',
  string
>;

async function inPostgres({ postgres }: Production): Promise<string> {
  const { pool, close } = openFixtureDatabase(postgres.options);
  const tables = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`SELECT stored::text AS row FROM ${name} AS stored`);
    texts.push(name, ...rows.map(({ row }) => row));
  }
  await close();
  return texts.join('\n');
}

async function inClickHouse({ clickHouse }: Production): Promise<string> {
  const { client, close } = openClickHouse(clickHouse.options);
  const rows = async (query: string) => (await client.query({ query, format: 'JSONEachRow' })).text();
  const names = await rows(`SELECT name FROM system.tables WHERE database = 'kurz'`);
  const texts = [names];
  for (const [, name] of names.matchAll(/"name":"(\w+)"/g))
    texts.push(await rows(`SELECT * FROM kurz.${name}`));
  await close();
  return texts.join('\n');
}

/** The bytes of every file below a folder. Files may disappear meanwhile. */
function filesOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map(textIfThere)
    .join('\n');
}

/** The files of the active parts. Small columns are stored nearly as plain text. */
export async function onClickHousesDisk({ clickHouse }: Pick<Production, 'clickHouse'>): Promise<string> {
  const { client, close } = openClickHouse(clickHouse.options);
  const query = `SELECT path FROM system.parts WHERE database = 'kurz' AND active`;
  const parts = await (await client.query({ query, format: 'JSONEachRow' })).json<{ path: string }>();
  await close();
  return parts.map((part) => filesOf(part.path)).join('\n');
}

/** The command that reads a whole value of each type. */
const READS: Record<string, readonly [command: string, ...rest: string[]]> = {
  string: ['GET'],
  hash: ['HGETALL'],
  set: ['SMEMBERS'],
  list: ['LRANGE', '0', '-1'],
  zset: ['ZRANGE', '0', '-1'],
};

async function inRedis({ redis }: Production): Promise<string> {
  const texts: string[] = [];
  await redis.onEach(async (client) => {
    for (const key of await client.keys('*')) {
      const type = await client.type(key);
      // the key has expired since
      if (type === 'none') continue;
      const read = READS[type];
      if (!read) throw new Error(`${key} is a ${type}`);
      const [command, ...rest] = read;
      texts.push(key, JSON.stringify(await client.call(command, key, ...rest)));
    }
  });
  return texts.join('\n');
}

/** Reads the click stream until `last` has arrived. */
async function inKafka({ kafka }: Production, last: string): Promise<string> {
  const consumer = openKafka({ brokers: kafka.directBrokers, clientId: 'test' }, { log: silentLog }).consumer(
    { groupId: `test-${randomUUID()}` },
  );
  let text = '';
  await consumer.connect();
  await consumer.subscribe({ topics: [TOPIC], fromBeginning: true });
  await consumer.run({
    eachMessage: ({ message: { key, value, headers } }) => {
      text += [key, JSON.stringify(headers), value].map(String).join('\n');
      return Promise.resolve();
    },
  });
  await until(() => text.includes(last), { what: `${last} is in Kafka` }).finally(() =>
    consumer.disconnect(),
  );
  return text;
}

/** Retention of the click stream, ms. */
export async function kafkaKeepsMs({ kafka }: Production): Promise<number> {
  const admin = openKafka({ brokers: kafka.directBrokers, clientId: 'test' }, { log: silentLog }).admin();
  await admin.connect();
  const { resources } = await admin
    .describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: TOPIC, configNames: ['retention.ms'] }],
    })
    .finally(() => admin.disconnect());
  return Number(resources[0]?.configEntries[0]?.configValue);
}

/** `lastInKafka`: a text that is known to be in the click stream, up to which it is read. */
export async function everythingStored(production: Production, lastInKafka: string): Promise<Places> {
  return {
    postgres: await inPostgres(production),
    clickHouse: await inClickHouse(production),
    clickHouseDisk: await onClickHousesDisk(production),
    redis: await inRedis(production),
    kafka: await inKafka(production, lastInKafka),
    journals: filesOf(production.journals),
    logs: production.services.map((service) => service.log()).join('\n'),
  };
}
