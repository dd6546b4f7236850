// Why a browser or an app fetches the link without showing it: prefetch or preview.

import type { IncomingHttpHeaders } from 'node:http';

const NAMES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const MAX_LENGTH = 256;

/** The purpose headers as sent, lower case, joined by a comma; empty when there are none. */
export function purposeOf(headers: IncomingHttpHeaders): string {
  let purposes = '';
  for (const name of NAMES) {
    const value = headers[name];
    if (value === undefined) continue;
    purposes += `${purposes && ','}${String(value).toLowerCase()}`;
  }
  return purposes.slice(0, MAX_LENGTH);
}
