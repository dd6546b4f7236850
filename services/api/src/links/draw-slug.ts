// Draws the slug of a link that came without one.

import { randomBase62 } from '@kurz/process';
import { isReservedWord } from './reserved-words';

/** Base62 without the look-alikes 0 O I l 1. */
export const SLUG_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** 57^7 = 2 × 10^12 slugs: with ten million links in a zone one draw in 195,000 collides. */
export const DRAWN_SLUG_LENGTH = 7;

/** Drawn slugs collide once in many thousand draws; so many in a row mean that the generator is broken. */
export const MAX_DRAWS = 20;

export function drawSlug(draw: (length: number, alphabet: string) => string = randomBase62): string {
  for (;;) {
    const slug = draw(DRAWN_SLUG_LENGTH, SLUG_ALPHABET);
    if (!isReservedWord(slug)) return slug;
  }
}
