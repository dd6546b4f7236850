// The hash slot of a key, as a Redis Cluster has it: CRC16 of the text in the first braces, else of the whole key.

export const SLOTS = 16_384;
const POLYNOMIAL = 0x1021;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc;
});

function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0);
  return crc;
}

function hashedPartOf(key: string): string {
  const open = key.indexOf('{');
  const close = key.indexOf('}', open + 1);
  return open < 0 || close <= open + 1 ? key : key.slice(open + 1, close);
}

/** 0 to 16,383 */
export const slotOf = (key: string): number => crc16(Buffer.from(hashedPartOf(key))) % SLOTS;

/**
 * Tags for braces, one for each of `count` equal ranges of slots, so that primaries with equal shares of the slots have
 * equal shares of the tagged keys. `count`: a power of two.
 */
export function evenTags(count: number): string[] {
  const tags = new Map<number, string>();
  for (let number = 0; tags.size < count; number++) {
    const range = Math.floor((slotOf(String(number)) * count) / SLOTS);
    if (!tags.has(range)) tags.set(range, String(number));
  }
  return Array.from({ length: count }, (_, range) => tags.get(range) ?? '');
}
