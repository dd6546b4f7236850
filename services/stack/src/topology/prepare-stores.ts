// Prepares the stores before anything serves: schema and topics, as production's one-shot jobs do; and once a zone, an
// owner, a workspace and a token, as an operator does.

import { ensureTopics } from '@kurz/click-stream';
import { migrateClickTables, openClickHouse } from '@kurz/click-tables';
import { migrateDatabase, openDatabase } from '@kurz/database';
import { type Log } from '@kurz/process';
import { retry } from '@kurz/resilience';
import {
  beginFirstStart,
  endFirstStart,
  ensureLocalZone,
  localDomainOf,
} from '@kurz/standalone/without-engine';
import { type StackSecrets } from './service-settings';
import { type StackPorts } from './stack-ports';
import { type StackSettings } from './stack-settings';

const HOST = '127.0.0.1';
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Production's topics, on a single node. */
const TOPICS = {
  topic: 'kurz.clicks',
  deadTopic: 'kurz.clicks.dead',
  partitions: 12,
  replication: 1,
  retentionMs: 7 * DAY_MS,
};

export type PreparedStores = {
  /** The first start's token; undefined on any later start. */
  token: string | undefined;
  /** To be called when the token has been shown. */
  shown: () => Promise<void>;
  close: () => Promise<void>;
};

export async function prepareStores(
  { ports, secrets, log }: { ports: StackPorts; secrets: StackSecrets; log: Log },
  { port, kafkaClient }: Pick<StackSettings, 'port' | 'kafkaClient'>,
): Promise<PreparedStores> {
  const clickHouse = openClickHouse({
    kind: 'server',
    url: `http://${HOST}:${ports.clickHouse}`,
    database: 'kurz',
  });
  const database = openDatabase({
    host: HOST,
    port: ports.postgres,
    database: 'kurz',
    user: 'kurz',
    password: secrets.postgresPassword,
    maxConnections: 2,
    statementTimeoutMs: 0,
    onError: (error) => log.warn({ event: 'postgres_connection_lost', error: error.message }),
  });
  try {
    await migrateDatabase(database.pool, undefined, { log });
    await migrateClickTables(clickHouse);
    const brokers = [`${HOST}:${ports.kafka.clients}`];
    const kafka = { brokers, client: kafkaClient, clientId: 'stack' };
    // a node that has just started may not know a topic yet that it has just created
    await retry(() => ensureTopics(kafka, TOPICS), { minMs: 100, maxMs: 1_000, attempts: 20 });
    await ensureLocalZone(database.db, localDomainOf({ port }));
    const firstStart = await beginFirstStart(database.db, secrets.tokenPepper);
    return {
      token: firstStart?.secret,
      shown: async () => {
        if (firstStart) await endFirstStart(database.db, firstStart);
      },
      close: database.close,
    };
  } catch (error) {
    await database.close();
    throw error;
  } finally {
    await clickHouse.close();
  }
}
