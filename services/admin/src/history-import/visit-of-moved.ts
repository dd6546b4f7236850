// A visit as another shortener tells it, as one of ours: with no more than a live redirect would have kept of it. Our own
// classification decides what it is.

import type { MovedVisit } from '@kurz/api';
import type { Visit } from '@kurz/click-event';
import type { CountedLink } from '../visits-import/link-finder';
import { isCountable } from '../visits-import/move-visit';
import { visitOf } from '../visits-import/visit-of';

const COUNTRY = /^[A-Z]{2}$/;

/** Undefined: its time cannot be counted. @param now ms since the epoch */
export function visitOfMoved(moved: MovedVisit, link: CountedLink, now: number): Visit | undefined {
  if (!isCountable(moved.time, now)) return undefined;
  const country = moved.country.toUpperCase();
  const visit = visitOf({ ...moved, method: 'GET', target: '', language: '' }, link, false);
  return visit.network === '' && COUNTRY.test(country) ? { ...visit, network: country } : visit;
}
