// The partition of the message that begins at a journal position.
//
// One partition a journal would bind a redirector worker to one ingester, and two workers often to the same one. A
// partition a message would multiply the ingester's plans, and the rows it writes, when little is going on. So a journal
// stays for some megabytes: seconds at full load, many minutes when quiet.

import { crc32 } from 'node:zlib';

const STRIPE_BYTES = 8 * 1024 * 1024;

export function partitionOf(journal: string, position: number, partitions: number): number {
  return (crc32(journal) + Math.floor(position / STRIPE_BYTES)) % partitions;
}
