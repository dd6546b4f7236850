// Keeps Kafka's loaded classes in an archive beside its jars, so that a node starts in half the time. A node also
// starts without the file, and Java ignores an archive of another Java version.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@kurz/standalone/without-engine';
import { ensureKafka } from '../kafka/ensure-kafka';
import { startNativeKafka } from './start-native-kafka';

/** The JVM writes the file during its shutdown. */
const STOP_MS = 60_000;

/** Starts and stops a node, once per machine, to write the archive. */
export async function ensureClassArchive(): Promise<void> {
  const { classArchive } = await ensureKafka();
  if (existsSync(classArchive)) return;
  const growing = `${classArchive}.${randomBytes(4).toString('hex')}.part`;
  const directory = await mkdtemp(path.join(os.tmpdir(), 'kurz-kafka-classes-'));
  try {
    const ports = { clients: await freePort(), internal: await freePort(), controller: await freePort() };
    const javaFlags = [`-XX:ArchiveClassesAtExit=${growing}`];
    const server = await startNativeKafka({ directory, ports, advertisedPort: ports.clients, javaFlags });
    await server.stop(STOP_MS);
    if (existsSync(growing)) await rename(growing, classArchive);
  } finally {
    await rm(growing, { force: true });
    await rm(directory, { recursive: true, force: true });
  }
}
