// Remembers the hashes of recently evicted keys, in buckets of eight; the oldest of a bucket makes room. With one place
// for each hash, two keys that share it evicted each other again and again.

export type RecentHashes = {
  add: (hash: number) => void;
  has: (hash: number) => boolean;
  clear: () => void;
};

const BUCKET = 8;
export const BYTES_PER_RECENT_HASH = 4;

/** `room`: how many are remembered, rounded down to a multiple of eight. */
export function makeRecentHashes(room: number): RecentHashes {
  const buckets = Math.floor(room / BUCKET);
  const hashes = new Uint32Array(buckets * BUCKET);
  const bucketOf = (hash: number) => (hash % buckets) * BUCKET;
  return {
    add: (hash) => {
      if (buckets === 0) return;
      const start = bucketOf(hash);
      hashes.copyWithin(start + 1, start, start + BUCKET - 1);
      hashes[start] = hash;
    },
    has: (hash) => {
      if (buckets === 0) return false;
      const start = bucketOf(hash);
      return hashes.subarray(start, start + BUCKET).includes(hash);
    },
    clear: () => void hashes.fill(0),
  };
}
