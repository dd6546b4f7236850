// How Java runs a program that uses Kafka's classes for a moment.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { classPath, ensureKafka } from '@kurz/stack';
import { SHORT_LIVED } from '../test-kafka';

/** Flags of the Java machine, with Kafka's jars as its class path, and `folders` behind them. */
export async function toolFlags(...folders: string[]): Promise<string[]> {
  const { jarFolder, classArchive } = await ensureKafka();
  const archive = existsSync(classArchive) ? [`-XX:SharedArchiveFile=${classArchive}`] : [];
  const places = [classPath(jarFolder), ...folders].join(path.delimiter);
  return [...SHORT_LIVED, '-XX:+UseSerialGC', ...archive, '-cp', places];
}
