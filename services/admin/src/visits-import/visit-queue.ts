// Where the visits of an import are queued, and how they are counted: by the embedded product's ingester, or on servers
// by the ingesters behind Kafka.

import type { Log } from '@kurz/process';
import type { AdminConnection } from '../connection/admin-connection';
import { waitUntilCounted } from './count-imports';
import type { ImportEnd } from './earlier-imports';
import type { ProgressBar } from './progress-bar';
import { makeImportShipper, type ImportShipper } from './ship-imports';
import { waitOnServers } from './wait-on-servers';

export type CountingDeps = {
  connection: Pick<AdminConnection, 'db' | 'embedded' | 'stream'>;
  log: Log;
  bar: ProgressBar;
};

export type VisitQueue = {
  importsFolder: string;
  /** Undefined when the ingester reads the folder itself. */
  shipper: ImportShipper | undefined;
};

export const NEEDS_KAFKA = 'KURZ_KAFKA_BROKERS must be set: on servers visits are counted through Kafka';

/** Undefined on servers without Kafka. `spool` replaces the folder of the settings. */
export function visitQueueOf(
  { connection, log }: CountingDeps,
  spool: string | undefined,
): VisitQueue | undefined {
  const { db, embedded, stream } = connection;
  if (embedded) return { importsFolder: embedded.importsFolder, shipper: undefined };
  if (!stream?.kafka) return undefined;
  const importsFolder = spool ?? stream.importsFolder;
  const shipper = makeImportShipper({ db, log, kafka: stream.kafka }, { importsFolder, topic: stream.topic });
  return { importsFolder, shipper };
}

/** Waits until the imports are counted. False when counting stops before that. */
export async function untilCounted(deps: CountingDeps, imports: ImportEnd[]): Promise<boolean> {
  const { connection, log, bar } = deps;
  const { db, embedded, stream } = connection;
  if (imports.length === 0) return true;
  const onProgress = (counted: number, of: number) => bar.show('counting', counted, of);
  if (!embedded)
    return stream?.kafka ? waitOnServers({ db, log, kafka: stream.kafka }, stream.topic, onProgress) : false;
  const stop = await embedded.startCounting?.();
  try {
    return await waitUntilCounted(db, imports, onProgress);
  } finally {
    await stop?.();
  }
}
