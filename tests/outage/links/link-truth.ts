// The answers that integrators got for their links, and so what visitors may see: what was requested and may have been
// done, until 3 s after something newer was answered.

import type { Asked } from './askers';

/** In the place of a destination: there is no such link, or it is paused. */
export const GONE = 'gone';

export type LinkTruth = {
  /** A change is about to be asked for; from now on it may show. Call the outcome when the API has said yes. */
  asked: (slug: string, destination: string) => (at: number) => void;
  slugs: () => string[];
  /** Undefined when the visitor was shown what may be shown. */
  faultIn: (answer: Asked) => string | undefined;
  /** The link's destination as it has to be now; undefined when a change of it was left open. */
  settled: (slug: string) => string | undefined;
};

/** Promise of the link cache whose subscription is cut. */
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
      // a link that is being made is not there yet
      if (isAllowed || (shown === GONE && latest < 0)) return undefined;
      return `${path}: ${status} ${location}, not ${ofLink.at(latest)?.destination ?? ''}`;
    },
    settled: (slug) => {
      const last = changes.get(slug)?.at(-1);
      return last && last.takenAt < Infinity ? last.destination : undefined;
    },
  };
}
