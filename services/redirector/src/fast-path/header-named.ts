// Identifies the headers of a head that matter to an answer or a visit, by the bytes of their names.

/** A header that no answer or visit depends on. */
export const IRRELEVANT = 0;
/** A header of a body, of another protocol, or of a way of closing that only the fallback knows. */
export const REFERENCE_ONLY = 1;
export const HOST = 2;
export const USER_AGENT = 3;
export const REFERER = 4;
export const ACCEPT_LANGUAGE = 5;
export const FORWARDED_FOR = 6;
export const CONNECTION = 7;
export const SEC_PURPOSE = 8;
export const PURPOSE = 9;
export const X_PURPOSE = 10;
export const X_MOZ = 11;
export const FETCH_SITE = 12;
export const COOKIE = 13;
export const TRACEPARENT = 14;

const HEADERS: readonly (readonly [name: string, header: number])[] = [
  ['host', HOST],
  ['user-agent', USER_AGENT],
  ['referer', REFERER],
  ['accept-language', ACCEPT_LANGUAGE],
  ['x-forwarded-for', FORWARDED_FOR],
  ['connection', CONNECTION],
  ['sec-purpose', SEC_PURPOSE],
  ['purpose', PURPOSE],
  ['x-purpose', X_PURPOSE],
  ['x-moz', X_MOZ],
  ['sec-fetch-site', FETCH_SITE],
  ['cookie', COOKIE],
  ['traceparent', TRACEPARENT],
  ['content-length', REFERENCE_ONLY],
  ['transfer-encoding', REFERENCE_ONLY],
  ['expect', REFERENCE_ONLY],
  ['upgrade', REFERENCE_ONLY],
  ['http2-settings', REFERENCE_ONLY],
  ['proxy-connection', REFERENCE_ONLY],
];

type Candidate = { name: Uint8Array; header: number };

const MAX_LENGTH = 17;
const byLength: Candidate[][] = Array.from({ length: MAX_LENGTH + 1 }, () => []);
for (const [name, header] of HEADERS) byLength[name.length]?.push({ name: Buffer.from(name), header });

/** Compares in lower case: every byte of a name that gets here is a letter, a digit, `-` or `_`. */
function isName(bytes: Uint8Array, from: number, name: Uint8Array): boolean {
  for (let at = 0; at < name.length; at++) {
    if (((bytes[from + at] ?? 0) | 0x20) !== name[at]) return false;
  }
  return true;
}

export function headerNamed(bytes: Uint8Array, from: number, end: number): number {
  if (end - from > MAX_LENGTH) return IRRELEVANT;
  const candidates = byLength[end - from];
  if (candidates === undefined) return IRRELEVANT;
  for (const { name, header } of candidates) {
    if (isName(bytes, from, name)) return header;
  }
  return IRRELEVANT;
}
