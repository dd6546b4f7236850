// Kafka allows an ingester to join its groups but not to read the topic.

import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs';
import { startKafka, type TestKafka } from '@kurz/backends';
import { openKafka, openStreamClient, openStreamOffsets, openStreamReader } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { TESTED } from '../../tested-client';
import { until } from '../../until';
import { makeEventLog, makeTopic } from '../ship/ship-fixture';

const PASSWORD = 'secret-of-kurz';
const JAAS = 'org.apache.kafka.common.security';
const TOPIC = 'clicks';
const GROUP = 'kurz-consolidate';

let kafka: TestKafka;
beforeAll(async () => {
  kafka = await startKafka({
    settings: {
      'listener.security.protocol.map': 'CLIENTS:SASL_PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
      'sasl.enabled.mechanisms': 'PLAIN',
      'listener.name.clients.plain.sasl.jaas.config': `${JAAS}.plain.PlainLoginModule required user_kurz="${PASSWORD}";`,
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': 'User:ANONYMOUS',
    },
  });
});
afterAll(() => kafka?.close());

/** Gives the user `kurz` a right, as an operator does. */
async function allow(resourceType: AclResourceTypes, resourceName: string, operation: AclOperationTypes) {
  const admin = openKafka({ brokers: kafka.directBrokers, clientId: 'test' }, { log: silentLog }).admin();
  await admin.connect();
  const acl = {
    resourceType,
    resourceName,
    resourcePatternType: ResourcePatternTypes.LITERAL,
    principal: 'User:kurz',
    host: '*',
    operation,
    permissionType: AclPermissionTypes.ALLOW,
  };
  await admin.createAcls({ acl: [acl] });
  await admin.disconnect();
}

it('is away until it may read, says once which right it lacks, and then reads', async () => {
  await makeTopic(kafka.directBrokers, TOPIC);
  await allow(AclResourceTypes.TOPIC, TOPIC, AclOperationTypes.DESCRIBE);
  await allow(AclResourceTypes.GROUP, GROUP, AclOperationTypes.READ);
  const { log, events } = makeEventLog();
  const client = openStreamClient(
    {
      brokers: kafka.brokers,
      clientId: 'test',
      client: TESTED,
      username: 'kurz',
      password: PASSWORD,
      mechanism: 'plain',
    },
    { log },
  );
  const offsets = openStreamOffsets({ kafka: client }, { topic: TOPIC });
  let joined = 0;
  const reader = openStreamReader(
    {
      kafka: client,
      offsets,
      log,
      onSession: (session) => {
        joined++;
        session.messagesFrom(0).catch(() => undefined);
      },
    },
    { topic: TOPIC, groupId: GROUP, sessionTimeoutMs: 6_000 },
  );
  const said = () => events.filter(({ event }) => /^stream_/.test(event));
  const away = () => said().filter(({ event }) => event === 'stream_away');
  try {
    // each join begins a session for each of the three partitions
    await until(() => joined >= 12);
    expect(reader.partitions()).toBeUndefined();
    expect(away().map(({ groupId }) => groupId)).toEqual([GROUP]);
    expect(away()[0]?.['reason']).toContain(`this user lacks the right READ of the topic ${TOPIC}`);
    await allow(AclResourceTypes.TOPIC, TOPIC, AclOperationTypes.READ);
    await until(() => said().at(-1)?.event === 'stream_joined');
    expect(away()).toHaveLength(1);
    expect(reader.partitions()).toEqual([0, 1, 2]);
  } finally {
    await reader.close();
    await offsets.close();
  }
});
