// What is recorded of the visitor, taken from the headers; nothing finer leaves the process.

import { cutAddress, referrerHostOf, type Visitor } from '@kurz/click-event';
import { clientAddressOf } from '@kurz/process';
import type { Sender } from './visitor-request';

const MAX_USER_AGENT = 512;
const MAX_LANGUAGE = 35;

/** First tag of Accept-Language without its weight; empty when there is none. */
export function firstLanguageOf(acceptLanguage: string | undefined): string {
  if (!acceptLanguage) return '';
  const end = acceptLanguage.search(/[,;]/);
  return (end < 0 ? acceptLanguage : acceptLanguage.slice(0, end)).trim().slice(0, MAX_LANGUAGE);
}

export function visitorOf(sender: Sender, trustedProxies: number): Visitor {
  const address = clientAddressOf(sender.remoteAddress, sender.forwardedFor, trustedProxies);
  return {
    purpose: sender.purpose,
    userAgent: sender.userAgent.slice(0, MAX_USER_AGENT),
    referrerHost: referrerHostOf(sender.referer),
    language: firstLanguageOf(sender.acceptLanguage),
    network: cutAddress(address),
  };
}
