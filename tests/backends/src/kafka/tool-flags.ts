// JVM flags for short-lived programs that use Kafka's classes.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { classPath, ensureKafka } from '@kurz/stack';
import { SHORT_LIVED } from '../test-kafka';

/** JVM flags with Kafka's jars as the class path, followed by `folders`. */
export async function toolFlags(...folders: string[]): Promise<string[]> {
  const { jarFolder, classArchive } = await ensureKafka();
  const archive = existsSync(classArchive) ? [`-XX:SharedArchiveFile=${classArchive}`] : [];
  const places = [classPath(jarFolder), ...folders].join(path.delimiter);
  return [...SHORT_LIVED, '-XX:+UseSerialGC', ...archive, '-cp', places];
}
