// UTM parameters in the text of a destination. The rest of the text stays exactly as it was typed.

export const UTM_KEYS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmKey = (typeof UTM_KEYS)[number];

/** Splits a URL into the part before the query, the query, and the fragment after it. */
function piecesOf(url: string): { before: string; query: string | undefined; after: string } {
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const mark = url.slice(0, end).indexOf('?');
  if (mark === -1) return { before: url.slice(0, end), query: undefined, after: url.slice(end) };
  return { before: url.slice(0, mark), query: url.slice(mark + 1, end), after: url.slice(end) };
}

const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0];

/** The first value of a parameter; empty without one. */
export const utmValueOf = (url: string, key: UtmKey): string =>
  new URLSearchParams(piecesOf(url).query ?? '').get(`utm_${key}`) ?? '';

/** The destination with one parameter set. An empty value removes it. */
export function withUtm(url: string, key: UtmKey, value: string): string {
  const { before, query, after } = piecesOf(url);
  const name = `utm_${key}`;
  const pairs = query === undefined || query === '' ? [] : query.split('&');
  const written = value === '' ? [] : [`${name}=${encodeURIComponent(value)}`];
  const at = pairs.findIndex((pair) => nameOf(pair) === name);
  const rest = pairs.filter((pair) => nameOf(pair) !== name);
  const place = at === -1 ? rest.length : at;
  const all = [...rest.slice(0, place), ...written, ...rest.slice(place)];
  if (all.length === 0) return before + after;
  return `${before}?${all.join('&')}${after}`;
}
