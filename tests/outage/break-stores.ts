// Ways to harm the stores of a production installation, and to heal them.

import { openKafka } from '@kurz/click-stream';
import { openClickHouse } from '@kurz/click-tables';
import { silentLog } from '@kurz/process';
import { ConfigResourceTypes } from 'kafkajs';
import { TOPIC, type Production } from './start-production';

type Stores = Pick<Production, 'clickHouse' | 'kafka'>;

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
