// Reads the profile of --cpu-prof and computes each part's share of the process's CPU time, by file.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A function's part is the first that matches its file or name. The rest belongs to Node and unlisted packages. */
const PARTS = [
  ['garbage collection', /^\(garbage collector\)/],
  ['waiting', /^\((?:idle|program|root)\)/],
  ['Kafka client', /kafkajs|click-stream/],
  ['unzipping', /zlib/],
  ['decode', /click-event|sum-lines|take-batch|take-messages/],
  ['classify', /visitor-facts\/dist|isbot|maxmind|mmdb-lib|lru-cache/],
  ['aggregate', /ingester\/dist\/aggregate\/(?!sum-hits|shared-batch-cache|make-batch-takers)/],
  ['rows', /rows-of/],
  ['ClickHouse client', /@clickhouse|click-tables|replayable-cap|admitted-referrers/],
  [
    'PostgreSQL client',
    /node_modules\/(?:pg|kysely)|pg-protocol|database\/dist|ingester\/dist\/sinks\/postgres|sum-hits/,
  ],
  ['Redis client', /ioredis|redis-parser|live-clicks|ingester\/dist\/sinks\/live|@ioredis/],
];

export function readProfile(folder) {
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'));
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const partOfNode = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => {
      const [part] = PARTS.find(([, pattern]) => pattern.test(functionName) || pattern.test(url)) ?? ['Node'];
      return [id, part];
    }),
  );
  const micros = new Map();
  for (const [at, id] of samples.entries()) {
    const part = partOfNode.get(id);
    micros.set(part, (micros.get(part) ?? 0) + timeDeltas[at]);
  }
  return micros;
}
