// A destination with the query of the short address. Its own parameters win; others are passed on as they came.

/** A parameter that does not fit is left out, and so is all that follows it. */
export const MAX_FORWARDED = 2_048;

/** So many are read of each query: the 16,000 of one of 32 KB take 2 ms and more, at each visit. */
const MAX_PARAMETERS = 1_024;

const SENDABLE = /^[\x21-\x7e]+$/;

function readable(query: string): string {
  let end = -1;
  for (let read = 0; read < MAX_PARAMETERS; read++) {
    end = query.indexOf('&', end + 1);
    if (end < 0) return query;
  }
  return query.slice(0, end);
}

/** Behind an `&`: at its beginning a `?` would be left out. */
const namesIn = (query: string): string[] => [...new URLSearchParams(`&${query}`).keys()];

function partsOf(location: string): { address: string; query: string | undefined; fragment: string } {
  const hash = location.indexOf('#');
  const fragment = hash < 0 ? '' : location.slice(hash);
  const whole = hash < 0 ? location : location.slice(0, hash);
  const mark = whole.indexOf('?');
  if (mark < 0) return { address: whole, query: undefined, fragment };
  return { address: whole.slice(0, mark), query: whole.slice(mark + 1), fragment };
}

/** `target`: of the request. `but`: a parameter that is not passed on. */
export function withQuery(location: string, target: string, but?: string): string {
  const mark = target.indexOf('?');
  if (mark < 0) return location;
  const { address, query, fragment } = partsOf(location);
  const own = new Set(namesIn(readable(query ?? '')));
  const given = readable(target.slice(mark + 1));
  const names = namesIn(given);
  let forwarded = '';
  // URLSearchParams leaves out those that are empty
  for (const [place, sent] of given.split('&').filter(Boolean).entries()) {
    if (!SENDABLE.test(sent) || sent === but || own.has(names[place] ?? '')) continue;
    // what follows "#" would be a fragment
    const parameter = sent.replaceAll('#', '%23');
    const next = `${forwarded && `${forwarded}&`}${parameter}`;
    // with the mark before it
    if (next.length >= MAX_FORWARDED) break;
    forwarded = next;
  }
  if (forwarded === '') return location;
  return `${address}?${query ? `${query}&` : ''}${forwarded}${fragment}`;
}
