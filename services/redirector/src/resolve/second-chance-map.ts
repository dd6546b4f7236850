// A map bounded in bytes. When it is full the oldest entry goes, unless it was used since it last came up: then it
// gets a second chance. A hit costs one flag instead of the moves of an exact LRU, and what is asked for once goes
// before what is asked for often.

export type SecondChanceMap<V> = {
  get: (key: string) => V | undefined;
  /** `bytes`: what the value costs; the key and the bookkeeping are added. */
  set: (key: string, value: V, bytes: number) => void;
  delete: (key: string) => void;
  bytes: () => number;
};

// an entry of a Map, the objects and the headers of the strings: 306 bytes measured on the heap of Node 20
const OVERHEAD = 320;
// when everything was used, one new entry does not walk through all the old ones
const MAX_CHANCES = 64;

type Slot<V> = { value: V; bytes: number; isUsed: boolean };

export function makeSecondChanceMap<V>(maxBytes: number): SecondChanceMap<V> {
  const slots = new Map<string, Slot<V>>();
  let total = 0;

  const drop = (key: string) => {
    const slot = slots.get(key);
    if (!slot) return;
    slots.delete(key);
    total -= slot.bytes;
  };

  const makeRoomFor = (bytes: number) => {
    let chances = MAX_CHANCES;
    for (const [key, slot] of slots) {
      if (total + bytes <= maxBytes) return;
      slots.delete(key);
      if (slot.isUsed && chances-- > 0) {
        slot.isUsed = false;
        slots.set(key, slot);
      } else {
        total -= slot.bytes;
      }
    }
  };

  return {
    get: (key) => {
      const slot = slots.get(key);
      if (!slot) return undefined;
      slot.isUsed = true;
      return slot.value;
    },
    set: (key, value, bytes) => {
      const isUsed = slots.get(key)?.isUsed ?? false;
      drop(key);
      const slot = { value, bytes: bytes + key.length + OVERHEAD, isUsed };
      if (slot.bytes > maxBytes) return;
      makeRoomFor(slot.bytes);
      slots.set(key, slot);
      total += slot.bytes;
    },
    delete: drop,
    bytes: () => total,
  };
}
