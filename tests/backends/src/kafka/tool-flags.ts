// How Java runs a program that uses Kafka's classes for a moment.

import { existsSync } from 'node:fs';
import { classPath, ensureKafka } from '@kurz/stack';
import { SHORT_LIVED } from '../test-kafka';

/** Flags of the Java machine, with Kafka's jars as its class path. */
export async function toolFlags(): Promise<string[]> {
  const { jarFolder, classArchive } = await ensureKafka();
  const archive = existsSync(classArchive) ? [`-XX:SharedArchiveFile=${classArchive}`] : [];
  return [...SHORT_LIVED, '-XX:+UseSerialGC', ...archive, '-cp', classPath(jarFolder)];
}
