// What is recorded of who asks, taken from the headers; nothing finer leaves the process.

import { cutAddress, referrerHostOf, type Visitor } from '@kurz/click-event';
import type { Sender } from '../request/visitor-request';
import { clientAddressOf } from './client-address-of';
import { firstLanguageOf } from './first-language-of';

const MAX_USER_AGENT = 512;

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
