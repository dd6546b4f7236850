// Three Apache Kafka nodes for one test file. As in production there are three copies of everything, two of which must
// acknowledge. They run on the machine's Java even with Docker: containers would need their own network.

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import {
  ensureKafka,
  freePort,
  type NativeKafkaOptions,
  type ServerProcess,
  startNativeKafka,
} from '@kurz/stack';
import { SHORT_LIVED } from './test-kafka';

export type KafkaClusterNode = {
  /** The id that names leaders and coordinators. */
  id: number;
  /** SIGKILL, data kept. */
  kill: () => Promise<void>;
  /** Starts it again on the same ports with what the crash left. */
  restart: () => Promise<void>;
};

export type KafkaCluster = {
  /** Addresses of all nodes for clients. */
  brokers: string[];
  directBrokers: string[];
  nodes: readonly KafkaClusterNode[];
  close: () => Promise<void>;
};

const HOST = '127.0.0.1';
const IDS = [1, 2, 3];
const COPIES = IDS.length;
const ACKNOWLEDGING = COPIES - 1;

const settingsOf = (id: number, voters: string) => ({
  'node.id': id,
  'controller.quorum.voters': voters,
  'default.replication.factor': COPIES,
  'min.insync.replicas': ACKNOWLEDGING,
  'offsets.topic.replication.factor': COPIES,
  'transaction.state.log.replication.factor': COPIES,
  'transaction.state.log.min.isr': ACKNOWLEDGING,
});

/** Copies an empty storage formatted for node 1, and changes the ids of the node and of the folder in its one file. */
async function makeStorage(directory: string, id: number): Promise<void> {
  const { emptyStorage } = await ensureKafka();
  const logs = path.join(directory, 'logs');
  await mkdir(directory);
  await cp(emptyStorage, logs, { recursive: true });
  const file = path.join(logs, 'meta.properties');
  const text = await readFile(file, 'utf8');
  const own = randomBytes(16).toString('base64url').replaceAll('-', 'a');
  await writeFile(
    file,
    text.replace(/^node\.id=.*$/m, `node.id=${id}`).replace(/^directory\.id=.*$/m, `directory.id=${own}`),
  );
}

async function startNode(id: number, options: NativeKafkaOptions) {
  let server: ServerProcess = await startNativeKafka(options);
  return {
    id,
    kill: () => server.kill(),
    restart: async () => {
      server = await startNativeKafka(options);
    },
  };
}

/** Starts an empty cluster. */
export async function startKafkaCluster(): Promise<KafkaCluster> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-kafka-cluster-'));
  const places: { id: number; ports: NativeKafkaOptions['ports'] }[] = [];
  for (const id of IDS) {
    const ports = { clients: await freePort(), internal: await freePort(), controller: await freePort() };
    places.push({ id, ports });
  }
  const voters = places.map(({ id, ports }) => `${id}@${HOST}:${ports.controller}`).join(',');
  // started at once, because no node is ready before two of them are
  const nodes = await Promise.all(
    places.map(async ({ id, ports }) => {
      const directory = path.join(folder, String(id));
      await makeStorage(directory, id);
      const settings = settingsOf(id, voters);
      return startNode(id, {
        directory,
        ports,
        advertisedPort: ports.clients,
        settings,
        javaFlags: SHORT_LIVED,
      });
    }),
  );
  return {
    brokers: places.map(({ ports }) => `${HOST}:${ports.clients}`),
    directBrokers: places.map(({ ports }) => `${HOST}:${ports.internal}`),
    nodes,
    close: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
