// Kafka requires a username and a password, with each SASL mechanism that the settings support. Every program that
// connects to Kafka sends the credentials from its own settings.

import { addScramUser, startKafka, type TestKafka } from '@kurz/backends';
import { openJournalHeartbeats, openStreamClient, type KafkaOptions } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { readProcessSettings as ingesterSettings } from '../../../services/ingester/src/settings';
import { readProcessSettings as redirectorSettings } from '../../../services/redirector/src/settings/process-settings';
import { readAdminSettings } from '../../../services/admin/src/settings/admin-settings';
import { TESTED_ENV } from '../../tested-client';

const PASSWORD = 'secret-of-kurz';
const JAAS = 'org.apache.kafka.common.security';

let kafka: TestKafka;
beforeAll(async () => {
  kafka = await startKafka({
    settings: {
      'listener.security.protocol.map': 'CLIENTS:SASL_PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      'listener.name.clients.plain.sasl.jaas.config': `${JAAS}.plain.PlainLoginModule required user_kurz="${PASSWORD}";`,
      'listener.name.clients.scram-sha-256.sasl.jaas.config': `${JAAS}.scram.ScramLoginModule required;`,
      'listener.name.clients.scram-sha-512.sasl.jaas.config': `${JAAS}.scram.ScramLoginModule required;`,
    },
  });
  await addScramUser(kafka.directBrokers[0] ?? '', 'kurz', PASSWORD);
});
afterAll(() => kafka?.close());

const programs: [
  string,
  (environment: Record<string, string>) => Omit<KafkaOptions, 'clientId'> | undefined,
][] = [
  ['the redirector', (environment) => redirectorSettings(environment).kafka],
  ['the ingester', (environment) => ingesterSettings(environment).kafka],
  ['the admin command', (environment) => readAdminSettings(environment).kafka],
];
const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'];

/** The journals that a program with these settings sees in Kafka. */
async function journalsSeen(
  program: (typeof programs)[number][1],
  own: Record<string, string>,
): Promise<string[]> {
  const options = program({
    KURZ_JOURNAL_DIR: 'unused',
    KURZ_POSTGRES_URL: 'postgres://kurz:unused@localhost/kurz',
    KURZ_REDIS_URL: 'redis://localhost',
    KURZ_CLICKHOUSE_URL: 'http://localhost:8123',
    KURZ_KAFKA_BROKERS: kafka.brokers.join(','),
    KURZ_KAFKA_USERNAME: 'kurz',
    KURZ_KAFKA_PASSWORD: PASSWORD,
    ...TESTED_ENV,
    ...own,
  });
  if (!options) throw new Error('the settings name no Kafka');
  const client = openStreamClient({ ...options, clientId: 'test' }, { log: silentLog });
  const heartbeats = openJournalHeartbeats({ kafka: client }, { topic: 'clicks' });
  try {
    return [...(await heartbeats.read()).keys()];
  } finally {
    await heartbeats.close();
  }
}

describe.each(programs)('%s', (_, program) => {
  it.each(mechanisms)('is let in by %s with the right password, and not with another', async (mechanism) => {
    await expect(journalsSeen(program, { KURZ_KAFKA_MECHANISM: mechanism })).resolves.toEqual(
      expect.any(Array),
    );
    const wrong = { KURZ_KAFKA_MECHANISM: mechanism, KURZ_KAFKA_PASSWORD: 'another' };
    await expect(journalsSeen(program, wrong)).rejects.toThrow(/[Aa]uthentication/);
  });

  it('shows its password by SCRAM with SHA-512 by default, and is not let in without one', async () => {
    await expect(journalsSeen(program, {})).resolves.toEqual(expect.any(Array));
    const none = { KURZ_KAFKA_USERNAME: '', KURZ_KAFKA_PASSWORD: '' };
    await expect(journalsSeen(program, none)).rejects.toThrow();
  });
});
