// An Apache Kafka for one test file: one KRaft node, in a container when Docker holds the image, else on the machine's
// Java. It takes 1 to 15 s to start, so a test file starts only one.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, startNativeKafka } from '@kurz/stack';
import { isImageThere } from './docker/is-image-there';
import { KAFKA_IMAGE, startDockerKafka } from './docker/start-docker-kafka';
import { startProxy } from './proxy/start-proxy';
import { SHORT_LIVED, type TestKafka, type TestKafkaOptions } from './test-kafka';

const HOST = '127.0.0.1';

async function startOnJava(options: TestKafkaOptions): Promise<TestKafka> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-kafka-'));
  const ports = { clients: await freePort(), internal: await freePort(), controller: await freePort() };
  const proxy = options.isBehindProxy ? await startProxy({ host: HOST, port: ports.clients }) : undefined;
  const advertisedPort = proxy?.port ?? ports.clients;
  const node = { directory, ports, advertisedPort, settings: options.settings, javaFlags: SHORT_LIVED };
  let server = await startNativeKafka(node);
  return {
    brokers: [`${HOST}:${advertisedPort}`],
    directBrokers: [`${HOST}:${ports.internal}`],
    proxy,
    get pid() {
      return server.pid;
    },
    freeze: () => Promise.resolve(server.freeze()),
    thaw: () => Promise.resolve(server.thaw()),
    kill: () => server.kill(),
    restart: async () => {
      await server.kill();
      server = await startNativeKafka(node);
    },
    close: async () => {
      await proxy?.close();
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Starts an empty node. */
export async function startKafka(options: TestKafkaOptions = {}): Promise<TestKafka> {
  return (await isImageThere(KAFKA_IMAGE)) ? startDockerKafka(options) : startOnJava(options);
}
