// Remembers, in a fixed amount of memory, below which version a key's entry may have been forgotten. Keys share
// buckets, so the floor of a key may be higher than what was ever forgotten of it, and is never lower.

const BUCKETS = 65_536; // 512 KiB of numbers; a power of two

export type VersionFloor = {
  raise: (key: string, version: number) => void;
  /** No entry of this key with a version above this one was ever forgotten. */
  of: (key: string) => number;
};

/** FNV-1a over the characters' codes. */
function bucketOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}

export function makeVersionFloor(): VersionFloor {
  const floors = new Float64Array(BUCKETS);
  return {
    raise: (key, version) => {
      const bucket = bucketOf(key);
      floors[bucket] = Math.max(floors[bucket] ?? 0, version);
    },
    of: (key) => floors[bucketOf(key)] ?? 0,
  };
}
