// Generates the slug of a link that is created without one.

import { randomBase62 } from '@kurz/process';
import { isReservedWord } from './reserved-words';

/** Base62 without the look-alikes 0 O I l 1. */
export const SLUG_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** 57^7 = 2 × 10^12 slugs: with ten million links in a zone one slug in 195,000 collides. */
export const GENERATED_SLUG_LENGTH = 7;

/** Generated slugs collide once in many thousand attempts; so many in a row mean that the generator is broken. */
export const MAX_ATTEMPTS = 20;

export function generateSlug(random: (length: number, alphabet: string) => string = randomBase62): string {
  for (;;) {
    const slug = random(GENERATED_SLUG_LENGTH, SLUG_ALPHABET);
    if (!isReservedWord(slug)) return slug;
  }
}
