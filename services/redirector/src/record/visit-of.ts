// The facts of one answered redirect, taken from its request; nothing finer leaves the process.

import { cutAddress, referrerHostOf, type Visit } from '@kurz/click-event';
import type { DirectoryLink } from '@kurz/link-directory';
import type { VisitorRequest } from '../visitor-request';
import { clientAddressOf } from './client-address-of';
import { firstLanguageOf } from './first-language-of';

const MAX_USER_AGENT = 512;

export function visitOf(
  request: VisitorRequest,
  link: DirectoryLink,
  facts: { time: number; isScan: boolean; trustedProxies: number },
): Visit {
  const address = clientAddressOf(request.remoteAddress, request.forwardedFor, facts.trustedProxies);
  return {
    time: facts.time,
    workspaceId: link.workspaceId,
    linkId: link.linkId,
    isScan: facts.isScan,
    method: request.method,
    purpose: request.purpose,
    userAgent: request.userAgent.slice(0, MAX_USER_AGENT),
    referrerHost: referrerHostOf(request.referer),
    language: firstLanguageOf(request.acceptLanguage),
    network: cutAddress(address),
  };
}
