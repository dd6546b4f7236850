// Apache Kafka as one KRaft node on the machine's Java, in a folder that its caller owns.

import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureKafka } from '../kafka/ensure-kafka';
import { classPath, java, javaEnvironment } from '../kafka/java';
import { kafkaProperties, type KafkaPorts } from '../kafka/kafka-properties';
import { startServerProcess, type ServerProcess } from './server-process';

const LOGGER = 'org.slf4j.simpleLogger';
const READY = 'Kafka Server started';

/** A relative path, because Kafka splits the setting at a comma and misreads characters beyond ASCII. */
const STORAGE = 'logs';
const PROPERTIES = 'server.properties';

export type NativeKafkaOptions = {
  directory: string;
  ports: KafkaPorts;
  /** The port that clients connect to: `ports.clients` or a proxy in front of it. */
  advertisedPort: number;
  /** Broker settings that differ from kafkaProperties'. */
  settings?: Record<string, string | number>;
  /** Further JVM flags, in front of Kafka's own. */
  javaFlags?: readonly string[];
  /** See ServerCommand. */
  isDetached?: boolean;
};

/**
 * Starts the node on the data in its folder, or with empty storage, and waits until it serves: 1 s, more on a busy
 * machine.
 */
export async function startNativeKafka(options: NativeKafkaOptions): Promise<ServerProcess> {
  const { directory, ports, advertisedPort } = options;
  const { jarFolder, emptyStorage, classArchive } = await ensureKafka();
  const storage = path.join(directory, STORAGE);
  if (!existsSync(storage)) await cp(emptyStorage, storage, { recursive: true });
  const properties = kafkaProperties({ logDirectory: STORAGE, ports, advertisedPort }, options.settings);
  await writeFile(path.join(directory, PROPERTIES), properties);
  return startServerProcess({
    isDetached: options.isDetached,
    program: java(),
    args: [
      '-Xms128m',
      '-Xmx512m',
      '-XX:+UseSerialGC',
      ...(existsSync(classArchive) ? [`-XX:SharedArchiveFile=${classArchive}`] : []),
      ...(options.javaFlags ?? []),
      `-D${LOGGER}.logFile=System.out`,
      `-D${LOGGER}.defaultLogLevel=warn`,
      `-D${LOGGER}.log.kafka.server.KafkaRaftServer=info`,
      '-cp',
      classPath(jarFolder),
      'kafka.Kafka',
      PROPERTIES,
    ],
    workingDirectory: directory,
    environment: javaEnvironment(),
    isReady: (words) => words.includes(READY),
    startMs: 120_000,
  });
}
