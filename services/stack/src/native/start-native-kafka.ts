// Apache Kafka as one KRaft node on the machine's Java, in a folder that its caller owns.

import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureKafka } from '../kafka/ensure-kafka';
import { classPath, java } from '../kafka/java';
import { kafkaProperties, type KafkaPorts } from '../kafka/kafka-properties';
import { startServerProcess, type ServerProcess } from './server-process';

const LOGGER = 'org.slf4j.simpleLogger';
const READY = 'Kafka Server started';

export type NativeKafkaOptions = {
  directory: string;
  ports: KafkaPorts;
  /** Where clients are sent: `ports.clients` or a proxy before it. */
  advertisedPort: number;
  /** Broker settings that differ from kafkaProperties'. */
  settings?: Record<string, string | number>;
  /** For the Java machine, before Kafka's own. */
  javaFlags?: readonly string[];
  /** See ServerCommand. */
  isDetached?: boolean;
};

/** Starts the node, from what its folder holds or else empty, and waits until it serves: 1 s, more on a busy machine. */
export async function startNativeKafka(options: NativeKafkaOptions): Promise<ServerProcess> {
  const { directory, ports, advertisedPort } = options;
  const { jarFolder, emptyStorage, classArchive } = await ensureKafka();
  const logDirectory = path.join(directory, 'logs');
  if (!existsSync(logDirectory)) await cp(emptyStorage, logDirectory, { recursive: true });
  const file = path.join(directory, 'server.properties');
  await writeFile(file, kafkaProperties({ logDirectory, ports, advertisedPort }, options.settings));
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
      file,
    ],
    isReady: (words) => words.includes(READY),
    startMs: 120_000,
  });
}
