// A logged request as the visit of a link, with no more than a live redirect would have kept of it.

import { cutAddress, referrerHostOf, type Visit } from '@kurz/click-event';
import type { LoggedVisit } from './logged-visit';
import type { CountedLink } from './link-finder';

const MAX_AGENT = 512;
const MAX_LANGUAGE = 35;

export function visitOf(logged: LoggedVisit, link: CountedLink, isScan: boolean): Visit {
  return {
    time: logged.time,
    ...link,
    isScan,
    method: logged.method,
    purpose: '',
    userAgent: logged.userAgent.slice(0, MAX_AGENT),
    referrerHost: referrerHostOf(logged.referrer === '' ? undefined : logged.referrer),
    language: (logged.language.split(',')[0] ?? '').trim().slice(0, MAX_LANGUAGE),
    network: cutAddress(logged.address),
  };
}
