// A location and its window as one text that no redirector sends: ` <startsAt> <expiresAt> <location>
// <expiredLocation>`, with `-` for each missing part. The text is stored in place of a location. A program that does
// not know it finds a location that no header may carry, because of the spaces, and answers 503.

import type { LinkWindow } from './link-cache';

export type Windowed = { location: string; window: LinkWindow };

const NONE = '-';
const WINDOWED = /^ (-|\d{1,16}) (-|\d{1,16}) ([^ ]+) ([^ ]+)$/;

export function encodeWindowed({ location, window }: Windowed): string {
  const { startsAt, expiresAt, expiredLocation } = window;
  return ` ${startsAt ?? NONE} ${expiresAt ?? NONE} ${location} ${expiredLocation ?? NONE}`;
}

const momentOf = (text: string) => (text === NONE ? null : Number(text));

/** Undefined for any other text, a plain location among them. */
export function decodeWindowed(text: string): Windowed | undefined {
  const [, startsAt, expiresAt, location, expired] = WINDOWED.exec(text) ?? [];
  if (startsAt === undefined || expiresAt === undefined || location === undefined || expired === undefined)
    return undefined;
  const expiredLocation = expired === NONE ? null : expired;
  return {
    location,
    window: { startsAt: momentOf(startsAt), expiresAt: momentOf(expiresAt), expiredLocation },
  };
}
