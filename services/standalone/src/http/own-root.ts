// Whether a browser requests `/` of the product's own host. The API answers it and leads to the web app. The redirector
// answers the roots of custom domains.

import type { IncomingMessage } from 'node:http';
import { leadsToApp } from '@kurz/api';
import { originFormOf, requestTargetOf } from '@kurz/process';

/** The root, whatever its query string. */
export const isRoot = (target: string): boolean => /^\/(?:\?|$)/.test(originFormOf(target));

/** `hosts`: host and port as browsers name the product, in lower case. */
export function makeIsOwnRoot(hosts: ReadonlySet<string>): (request: IncomingMessage) => boolean {
  return (request) => {
    const { url = '', headers } = request;
    if (!isRoot(url) || !leadsToApp(request)) return false;
    return hosts.has(requestTargetOf(url, headers.host ?? '').host.toLowerCase());
  };
}
