// Loads @platformatic/kafka only when it is chosen, because it needs a newer Node than the product.
//
// Only its protocol is used: connections, requests and answers. Its classes (2.12.1) break promises of this product:
// - Consumer delivers aborted messages (aborted-batches.ts)
// - Consumer.commit drops the metadata; after a refusal it joins again and commits again
// - Transaction.addOffset has no metadata; of two concurrent calls only the first reaches Kafka
// - an idempotent Producer retries forever when `retries` is 0 or 1

import { gunzipSync, gzipSync } from 'node:zlib';
import type * as Package from '@platformatic/kafka' with { 'resolution-mode': 'import' };
import { GZIP_OPTIONS, rememberUnzipped, REMEMBERED_BYTES } from '../kafka/gzip-codec';
import { canUsePlatformatic, OLDEST_NODE } from './can-use-platformatic';

export type Platformatic = typeof Package;

let loaded: Promise<Platformatic> | undefined;

const bytesOf = (data: Buffer | { buffer: Buffer }) => (Buffer.isBuffer(data) ? data : data.buffer);

/** Level 1, in the caller's thread, as with kafkajs. The package's own gzip is level 6 on the thread pool. */
function useOwnGzip({ compressionsAlgorithms }: Platformatic): void {
  const unzip = rememberUnzipped((bytes) => gunzipSync(bytes), REMEMBERED_BYTES);
  Object.assign(compressionsAlgorithms.gzip, {
    compress: undefined,
    compressSync: (data: Buffer | { buffer: Buffer }) => gzipSync(bytesOf(data), GZIP_OPTIONS),
    decompressSync: (data: Buffer | { buffer: Buffer }) => unzip(bytesOf(data)),
  });
}

async function load(): Promise<Platformatic> {
  if (!canUsePlatformatic())
    throw new Error(`@platformatic/kafka needs Node ${OLDEST_NODE}, this is ${process.version}`);
  const platformatic = await import('@platformatic/kafka');
  useOwnGzip(platformatic);
  return platformatic;
}

export const loadPlatformatic = (): Promise<Platformatic> => (loaded ??= load());
