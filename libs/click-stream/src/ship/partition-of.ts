// The partition of the message that begins at a journal position.
//
// One partition per journal would bind a redirector worker to one ingester, and two workers often to the same one. A
// new partition for each message would multiply the ingester's plans, and the rows it writes, at low traffic. So a
// journal stays in a partition for some megabytes: seconds at full load, many minutes when quiet.

import { crc32 } from 'node:zlib';

const STRIPE_BYTES = 8 * 1024 * 1024;

export function partitionOf(journal: string, position: number, partitions: number): number {
  return (crc32(journal) + Math.floor(position / STRIPE_BYTES)) % partitions;
}
