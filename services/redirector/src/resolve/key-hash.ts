// The arena hands a key and gets 32 bits that are spread evenly. The seed is drawn at the start: nobody outside can
// choose slugs that all fall on one place.

export function keyHash(key: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < key.length; at++) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
