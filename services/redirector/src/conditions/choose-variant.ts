// Which destination of a split a visitor gets: the same one all day, by a hash that is neither stored nor sent. The
// hash is made from the link, the UTC day, the cut network and the user agent, so it identifies nobody and changes
// every day.

import { createHash } from 'node:crypto';
import type { Variant } from '@kurz/link-cache';

const DAY_MS = 86_400_000;
const RANGE = 2 ** 32;

/** The index in `split`, from 0 on. */
export function chooseVariant(
  split: readonly Variant[],
  { linkId, now, network, userAgent }: { linkId: string; now: number; network: string; userAgent: string },
): number {
  const day = Math.floor(now / DAY_MS);
  const hash = createHash('sha256').update(`${linkId}\n${day}\n${network}\n${userAgent}`).digest();
  const point = (hash.readUInt32BE(0) / RANGE) * 100;
  let below = 0;
  return split.findIndex(({ weight }) => point < (below += weight));
}
