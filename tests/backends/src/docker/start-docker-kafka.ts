// Apache Kafka in a container, for machines whose Docker holds the image.

import { freePort, KAFKA_VERSION, kafkaProperties } from '@kurz/stack';
import { startProxy } from '../proxy/start-proxy';
import { type TestKafka, type TestKafkaOptions } from '../test-kafka';
import { kafkaAnswers } from './kafka-answers';
import { loadTestcontainers } from './load-testcontainers';
import { startContainer } from './start-container';

export const KAFKA_IMAGE = `apache/kafka:${KAFKA_VERSION}`;

const HOST = '127.0.0.1';

/** Starts an empty node. Its ports are the same inside and outside, as it advertises what it listens on. */
export async function startDockerKafka(options: TestKafkaOptions): Promise<TestKafka> {
  const ports = { clients: await freePort(), internal: await freePort(), controller: await freePort() };
  const proxy = options.isBehindProxy ? await startProxy({ host: HOST, port: ports.clients }) : undefined;
  const advertisedPort = proxy?.port ?? ports.clients;
  const node = { logDirectory: '/tmp/kurz-kafka', ports, advertisedPort, host: '0.0.0.0' };
  const { GenericContainer } = loadTestcontainers();
  const container = new GenericContainer(KAFKA_IMAGE)
    .withExposedPorts(
      { container: ports.clients, host: ports.clients },
      { container: ports.internal, host: ports.internal },
    )
    .withCopyContentToContainer([
      {
        content: kafkaProperties(node, options.settings),
        target: '/mnt/shared/config/server.properties',
      },
    ]);
  const server = await startContainer(container, () => kafkaAnswers(ports.clients));
  const close = async () => {
    await proxy?.close();
    await server.close();
  };
  return {
    brokers: [`${HOST}:${advertisedPort}`],
    directBrokers: [`${HOST}:${ports.internal}`],
    proxy,
    get pid() {
      return server.pid;
    },
    freeze: server.freeze,
    thaw: server.thaw,
    kill: server.kill,
    restart: server.restart,
    close,
  };
}
