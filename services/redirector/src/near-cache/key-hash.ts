// Hashes a zone and a slug to 32 evenly spread bits. The seed is random for each process, so that clients cannot choose
// slugs that collide.

export type KeyHash = (zoneId: string, slug: string) => number;

function mixed(seed: number, text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash;
}

function spread(mix: number): number {
  let hash = mix;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function makeKeyHash(seed: number): KeyHash {
  // most keys in a row are of the same zone
  let lastZone = '';
  let ofLastZone = mixed(seed, lastZone);

  return (zoneId, slug) => {
    if (zoneId !== lastZone) {
      lastZone = zoneId;
      ofLastZone = mixed(seed, zoneId);
    }
    return spread(mixed(ofLastZone, slug));
  };
}
