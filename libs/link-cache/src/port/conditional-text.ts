// The text that an entry of a conditional link has in place of a location:
// `<e|u> <startsAt> <expiresAt> <expiredLocation> <fallback> <conditions>`, with `-` for a missing part. `u`: unsafe.

import type { CachedLink } from './link-cache';

type Conditional = Pick<CachedLink, 'location' | 'conditional' | 'window'>;

const NONE = '-';
const CONDITIONAL = /^([eu]) (-|\d{1,16}) (-|\d{1,16}) ([^ ]+) ([^ ]+) ([^ ]+)$/;

export function encodeConditional({ location, conditional, window }: Conditional): string {
  const { startsAt, expiresAt, expiredLocation } = window ?? {};
  return [
    conditional?.isUnsafe ? 'u' : 'e',
    startsAt ?? NONE,
    expiresAt ?? NONE,
    expiredLocation ?? NONE,
    location,
    conditional?.text ?? NONE,
  ].join(' ');
}

const momentOf = (text: string) => (text === NONE ? null : Number(text));

/** Undefined for a text that no version of this code has written. */
export function decodeConditional(encoded: string): Conditional | undefined {
  const [, state, starts = '', ends = '', expired = '', location = '', text = ''] =
    CONDITIONAL.exec(encoded) ?? [];
  if (state === undefined) return undefined;
  const link: Conditional = { location, conditional: { isUnsafe: state === 'u', text } };
  if (starts === NONE && ends === NONE) return link;
  const expiredLocation = expired === NONE ? null : expired;
  return { ...link, window: { startsAt: momentOf(starts), expiresAt: momentOf(ends), expiredLocation } };
}
