// Adds the query of the short address to a destination. The destination's own parameters win; others are passed on as
// they came.

import { isSendable } from '../request/is-sendable';
import { parametersIn, queryOf, readableOf } from '../request/read-parameters';

/** A parameter that does not fit is left out, and so is all that follows it. */
export const MAX_FORWARDED = 2_048;

function partsOf(location: string): { address: string; query: string | undefined; fragment: string } {
  const hash = location.indexOf('#');
  const fragment = hash < 0 ? '' : location.slice(hash);
  const whole = hash < 0 ? location : location.slice(0, hash);
  const mark = whole.indexOf('?');
  if (mark < 0) return { address: whole, query: undefined, fragment };
  return { address: whole.slice(0, mark), query: whole.slice(mark + 1), fragment };
}

/** `target`: the request's. `but`: a parameter that is not passed on. */
export function withQuery(location: string, target: string, but?: string): string {
  const given = readableOf(queryOf(target));
  if (given === '') return location;
  const { address, query, fragment } = partsOf(location);
  const own = new Set(parametersIn(query ?? '').keys());
  const names = [...parametersIn(given).keys()];
  let forwarded = '';
  // URLSearchParams leaves out empty parameters
  for (const [index, sent] of given.split('&').filter(Boolean).entries()) {
    if (!isSendable(sent) || sent === but || own.has(names[index] ?? '')) continue;
    // what follows "#" would be a fragment
    const parameter = sent.replaceAll('#', '%23');
    const next = `${forwarded && `${forwarded}&`}${parameter}`;
    // the question mark before it counts too
    if (next.length >= MAX_FORWARDED) break;
    forwarded = next;
  }
  if (forwarded === '') return location;
  return `${address}?${query ? `${query}&` : ''}${forwarded}${fragment}`;
}
