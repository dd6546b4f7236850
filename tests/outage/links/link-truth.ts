// Derives from integrators' requests and answers what visitors may see: a requested change may show from its request
// until 3 s after the answer to a newer one.

import type { Asked } from './askers';

/** Stands for a destination when the link does not exist or is paused. */
export const GONE = 'gone';

export type LinkTruth = {
  /** Records a change before its request; it may show from now on. Call the result with the time of its success. */
  asked: (slug: string, destination: string) => (at: number) => void;
  slugs: () => string[];
  /** Undefined when the visitor saw an allowed state. */
  faultIn: (answer: Asked) => string | undefined;
  /** The destination that the link must have now; undefined when the outcome of its last change is unknown. */
  settled: (slug: string) => string | undefined;
};

/** The limit that the link cache promises while its subscription is cut. */
const SEEN_WITHIN_MS = 3_000;

type Change = { destination: string; takenAt: number };

export function makeLinkTruth(): LinkTruth {
  const changes = new Map<string, Change[]>();

  return {
    asked: (slug, destination) => {
      const change = { destination, takenAt: Infinity };
      const ofLink = changes.get(slug);
      if (ofLink) ofLink.push(change);
      else changes.set(slug, [change]);
      return (at) => void (change.takenAt = at);
    },
    slugs: () => [...changes.keys()],
    faultIn: ({ path, status, location, sentAt }) => {
      const shown = status === 302 ? location : status === 404 ? GONE : undefined;
      const ofLink = changes.get(path.slice(1)) ?? [{ destination: GONE, takenAt: 0 }];
      const latest = ofLink.findLastIndex(({ takenAt }) => takenAt + SEEN_WITHIN_MS < sentAt);
      const isAllowed = ofLink.some(({ destination }, place) => destination === shown && place >= latest);
      // a link that is being created may still be missing
      if (isAllowed || (shown === GONE && latest < 0)) return undefined;
      return `${path}: ${status} ${location}, not ${ofLink.at(latest)?.destination ?? ''}`;
    },
    settled: (slug) => {
      const last = changes.get(slug)?.at(-1);
      return last && last.takenAt < Infinity ? last.destination : undefined;
    },
  };
}
