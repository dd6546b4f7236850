// `kurz migrate` and `kurz topics`: make the tables, users and topics that the services of a production installation
// need before they start.

import { isStoreAway } from '@kurz/api';
import { ensureTopics, isKafkaAway } from '@kurz/click-stream';
import { type Log } from '@kurz/process';
import { retry } from '@kurz/resilience';
import { InvalidArgumentError, type Command } from 'commander';
import type { AdminSettings } from '../settings/admin-settings';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { answerOfError } from '../answer/answer-of-error';
import { addCommand, type CommandGroup } from './command-group';
import { migrateStores } from '../stores/migrate-stores';
import { tableOf } from '../answer/table-of';
import type { PrintAnswer } from '../answer/print-answer';

export type StoreCommandsDeps = { admin: AdminSettings; printAnswer: PrintAnswer; log: Log };

type StoreOptions = { json?: boolean; wait: number };

const isAway = (error: unknown) => isStoreAway(error) || isKafkaAway(error);

/** Whole seconds, up to an hour. */
function secondsOf(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > 3_600) throw new InvalidArgumentError('0 to 3600 seconds');
  return Number(text);
}

const addStoreCommand = (program: Command, name: string, description: string) =>
  addCommand(program, name, description).option(
    '--wait <seconds>',
    'how long to retry while a store does not answer',
    secondsOf,
    60,
  );

async function answerOf(
  work: () => Promise<AdminAnswer>,
  { wait }: StoreOptions,
  log: Log,
): Promise<AdminAnswer> {
  const onRetry = (error: unknown, attempt: number) => {
    if (attempt === 1) log.warn({ event: 'store_awaited', seconds: wait, reason: String(error) });
  };
  try {
    return await retry(work, { minMs: 500, maxMs: 1_000, forMs: wait * 1_000, isRetriable: isAway, onRetry });
  } catch (error) {
    return answerOfError(error);
  }
}

const listed = (names: readonly string[]) => (names.length === 0 ? 'nothing to do' : names.join(', '));

async function migrate(
  { postgres, clickHouses, redisUrl, storeUsers }: AdminSettings,
  log: Log,
): Promise<AdminAnswer> {
  if (!postgres || !clickHouses)
    return failed('KURZ_POSTGRES_URL and KURZ_CLICKHOUSE_URL or KURZ_CLICKHOUSE_URLS must be set');
  if (postgres.isPooled) {
    return failed(
      'a migration holds a session: KURZ_POSTGRES_URL must name the server itself, without pooler=transaction',
    );
  }
  const migrated = await migrateStores({ postgres, clickHouses, redisUrl }, storeUsers, log);
  const text = [
    `PostgreSQL: ${listed(migrated.postgres)}`,
    `ClickHouse: ${listed(migrated.clickHouse)}`,
    `Users: ${listed(migrated.users)}`,
  ].join('\n');
  return done(migrated, text);
}

async function makeTopics({ kafka, topics }: AdminSettings, log: Log): Promise<AdminAnswer> {
  if (!kafka) return failed('KURZ_KAFKA_BROKERS must be set');
  const changes = await ensureTopics(kafka, topics, { log });
  return done({ topics: changes }, tableOf(changes, 'There are no topics.'));
}

/** Adds `migrate` and `topics`. Both may be repeated or run concurrently. Both retry while a store does not answer. */
export function makeStoreCommands({ admin, printAnswer, log }: StoreCommandsDeps): CommandGroup {
  return (program) => {
    addStoreCommand(program, 'migrate', "migrates PostgreSQL and ClickHouse to this version's tables").action(
      async (options: StoreOptions) =>
        printAnswer(await answerOf(() => migrate(admin, log), options, log), options),
    );
    addStoreCommand(
      program,
      'topics',
      "creates Kafka's topics, or changes what differs from the settings",
    ).action(async (options: StoreOptions) =>
      printAnswer(await answerOf(() => makeTopics(admin, log), options, log), options),
    );
  };
}
