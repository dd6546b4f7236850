// Turns a visit from another shortener or a log into one of ours, with no more than a live redirect would have kept of
// it. Our own classification decides what it is.

import { cutAddress, LATEST_TIME, referrerHostOf, type Visit } from '@kurz/click-event';
import { DAY_MS } from '@kurz/process';
import type { MovedVisit } from './import-source';

const MAX_AGENT = 512;
const MAX_LANGUAGE = 35;
const COUNTRY = /^[A-Z]{2}$/;

/** Where a visit is counted. */
export type CountedLink = { linkId: string; workspaceId: string };

/** Times in ms since the epoch; absent texts are empty. */
type RawVisit = {
  time: number;
  method: string;
  address: string;
  referrer: string;
  userAgent: string;
  language: string;
};

export function visitOf(raw: RawVisit, link: CountedLink, isScan: boolean): Visit {
  return {
    time: raw.time,
    ...link,
    isScan,
    method: raw.method,
    purpose: '',
    userAgent: raw.userAgent.slice(0, MAX_AGENT),
    referrerHost: referrerHostOf(raw.referrer === '' ? undefined : raw.referrer),
    language: (raw.language.split(',')[0] ?? '').trim().slice(0, MAX_LANGUAGE),
    network: cutAddress(raw.address),
  };
}

/**
 * The ingester refuses other times, and no window shows the future. A day is allowed for clocks that are ahead or took
 * local time for UTC. @param now ms since the epoch
 */
export function isCountable(time: number, now: number): boolean {
  return Number.isInteger(time) && time >= 0 && time <= LATEST_TIME && time <= now + DAY_MS;
}

/** Undefined when its time cannot be counted. @param now ms since the epoch */
export function visitOfMoved(moved: MovedVisit, link: CountedLink, now: number): Visit | undefined {
  if (!isCountable(moved.time, now)) return undefined;
  const country = moved.country.toUpperCase();
  const visit = visitOf({ ...moved, method: 'GET', language: '' }, link, false);
  return visit.network === '' && COUNTRY.test(country) ? { ...visit, network: country } : visit;
}
