// Which Kafka runs, and the jars it is made of: the runtime dependencies of kafka_2.13 as its POMs resolve them, and
// a logger. Each is pinned by its SHA-256 in pinned-jars.json.

import os from 'node:os';
import path from 'node:path';
import pinned from './pinned-jars.json';

export const KAFKA_VERSION = pinned.version;

/** `path` as Maven repositories lay it out: group/artifact/version/file. */
export type Jar = { path: string; sha256: string };

export const KAFKA_JARS: Jar[] = Object.entries(pinned.jars).map(([jarPath, sha256]) => ({
  path: jarPath,
  sha256,
}));

/** Where the jars are kept for good: $XDG_CACHE_HOME or ~/.cache. */
export function kafkaFolder(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache');
  return path.resolve(cache, 'kurz', `kafka-${KAFKA_VERSION}`);
}
