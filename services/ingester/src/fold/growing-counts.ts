// Counts by key of one dimension of a link's day. Most have one key: it lies in two fields, because a Map, which takes
// five times as much, would make the collection of garbage the dearest part of counting.

import type { HumansByKey } from '@kurz/live-clicks';
import { withKeysInOrder } from './in-code-unit-order';

export class GrowingCounts implements HumansByKey {
  #key = '';
  #count = 0;
  #all: Map<string, number> | undefined;

  add(key: string): void {
    if (this.#all) this.#all.set(key, (this.#all.get(key) ?? 0) + 1);
    else if (this.#count === 0 || this.#key === key) {
      this.#key = key;
      this.#count += 1;
    } else {
      this.#all = new Map([
        [this.#key, this.#count],
        [key, 1],
      ]);
    }
  }

  /** From now on the keys come in code-unit order. */
  sort(): void {
    if (this.#all) this.#all = withKeysInOrder(this.#all);
  }

  get size(): number {
    return this.#all ? this.#all.size : Math.min(this.#count, 1);
  }

  keys(): Iterable<string> {
    return this.#all ? this.#all.keys() : this.#count === 0 ? [] : [this.#key];
  }

  [Symbol.iterator](): Iterator<[string, number]> {
    if (this.#all) return this.#all[Symbol.iterator]();
    const pairs: [string, number][] = this.#count === 0 ? [] : [[this.#key, this.#count]];
    return pairs[Symbol.iterator]();
  }
}
