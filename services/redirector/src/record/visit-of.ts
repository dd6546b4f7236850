// The facts of one answered redirect, taken from its request; nothing finer leaves the process.

import type { IncomingMessage } from 'node:http';
import { cutAddress, referrerHostOf, type Visit } from '@kurz/click-event';
import type { DirectoryLink } from '@kurz/link-directory';
import { clientAddressOf } from './client-address-of';
import { firstLanguageOf } from './first-language-of';
import { purposeOf } from './purpose-of';

const MAX_USER_AGENT = 512;

export function visitOf(
  request: IncomingMessage,
  link: DirectoryLink,
  facts: { time: number; isScan: boolean; trustedProxies: number },
): Visit {
  const { headers } = request;
  const forwardedFor = headers['x-forwarded-for'];
  const address = clientAddressOf(
    request.socket.remoteAddress,
    // a header that is sent twice arrives joined by commas
    forwardedFor === undefined ? undefined : String(forwardedFor),
    facts.trustedProxies,
  );
  return {
    time: facts.time,
    workspaceId: link.workspaceId,
    linkId: link.linkId,
    isScan: facts.isScan,
    method: request.method ?? '',
    purpose: purposeOf(headers),
    userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    referrerHost: referrerHostOf(headers.referer ?? ''),
    language: firstLanguageOf(headers['accept-language']),
    network: cutAddress(address),
  };
}
