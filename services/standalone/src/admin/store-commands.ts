// `kurz migrate` and `kurz topics`: what has to be there before the services of a production installation start.

import { ensureTopics } from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import type { AdminSettings } from '../admin-settings';
import { done, failed, type AdminAnswer } from './admin-answer';
import { answerOfError } from './answer-of-error';
import { addCommand, type CommandGroup } from './command-group';
import { migrateStores } from './migrate-stores';
import { tableOf } from './table-of';
import type { TellAnswer } from './tell-answer';

export type StoreCommandsDeps = { admin: AdminSettings; tell: TellAnswer; log: Log };

async function answerOf(work: () => Promise<AdminAnswer>): Promise<AdminAnswer> {
  try {
    return await work();
  } catch (error) {
    return answerOfError(error);
  }
}

const listed = (names: readonly string[]) => (names.length === 0 ? 'nothing to do' : names.join(', '));

async function migrate({ postgres, clickHouse }: AdminSettings): Promise<AdminAnswer> {
  if (!postgres || !clickHouse) return failed('KURZ_POSTGRES_URL and KURZ_CLICKHOUSE_URL must be set');
  const migrated = await migrateStores(postgres, clickHouse);
  const text = `PostgreSQL: ${listed(migrated.postgres)}\nClickHouse: ${listed(migrated.clickHouse)}`;
  return done(migrated, text);
}

async function makeTopics({ kafka, topics }: AdminSettings, log: Log): Promise<AdminAnswer> {
  if (!kafka) return failed('KURZ_KAFKA_BROKERS must be set');
  const changes = await ensureTopics(kafka, topics, { log });
  return done({ topics: changes }, tableOf(changes, 'There are no topics.'));
}

/** Adds `migrate` and `topics`. Both may be run again, and by two at once. */
export function makeStoreCommands({ admin, tell, log }: StoreCommandsDeps): CommandGroup {
  return (program) => {
    addCommand(program, 'migrate', "brings PostgreSQL and ClickHouse to this version's tables").action(
      async (options: { json?: boolean }) => tell(await answerOf(() => migrate(admin)), options),
    );
    addCommand(program, 'topics', "makes Kafka's topics, or changes what differs from the settings").action(
      async (options: { json?: boolean }) => tell(await answerOf(() => makeTopics(admin, log)), options),
    );
  };
}
