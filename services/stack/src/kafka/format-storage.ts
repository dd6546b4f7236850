// Makes the empty storage that a KRaft node starts from, with Kafka's own tool. It sets the features that the cluster
// begins with, such as the version of transactions.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { classPath, java, javaEnvironment } from './java';
import { kafkaProperties } from './kafka-properties';

/** All nodes share this id, because they never meet. */
const CLUSTER_ID = 'a3Vyei10ZXN0cy1rYWZrYQ';
const FORMAT_MS = 120_000;

/** Formats `logDirectory`. The result does not depend on the ports or the folder of the node that uses a copy. */
export async function formatStorage(jarFolder: string, logDirectory: string): Promise<void> {
  // relative paths, as a node has them
  const [cwd, file] = [path.dirname(logDirectory), 'format.properties'];
  const ports = { clients: 1, internal: 2, controller: 3 };
  const node = { logDirectory: path.basename(logDirectory), ports, advertisedPort: 1 };
  await writeFile(path.join(cwd, file), kafkaProperties(node));
  const args = [
    '-cp',
    classPath(jarFolder),
    'kafka.tools.StorageTool',
    'format',
    '-t',
    CLUSTER_ID,
    '-c',
    file,
  ];
  await new Promise<void>((resolve, reject) => {
    execFile(java(), args, { cwd, env: javaEnvironment(), timeout: FORMAT_MS }, (error, _out, words) =>
      error
        ? reject(new Error(`Kafka's storage cannot be formatted: ${words}`, { cause: error }))
        : resolve(),
    );
  });
}
