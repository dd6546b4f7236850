// Ways to harm the stores of a production installation, and to heal them.

import { openKafka } from '@kurz/click-stream';
import { openClickHouse } from '@kurz/click-tables';
import { silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { ConfigResourceTypes } from 'kafkajs';
import { until } from '../until';
import { TOPIC, type Production } from './start-production';

type Stores = Pick<Production, 'redis' | 'clickHouse' | 'kafka'>;

export async function redisCommand({ redis }: Stores, ...words: [string, ...string[]]): Promise<unknown> {
  const client = openRedis(redis.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 5_000 });
  try {
    await until(() => client.status === 'ready');
    return await client.call(...words);
  } finally {
    client.disconnect();
  }
}

export async function onClickHouse({ clickHouse }: Stores, query: string): Promise<void> {
  const { client, close } = openClickHouse(clickHouse.options);
  await client.command({ query }).finally(close);
}

/** Of the click stream; what else is set of it stays. */
export async function setRetention({ kafka }: Stores, ms: number): Promise<void> {
  const admin = openKafka({ brokers: kafka.directBrokers, clientId: 'test' }, { log: silentLog }).admin();
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
