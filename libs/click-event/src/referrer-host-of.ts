// The host of a Referer header that counts as referrer.

import { androidAppOf } from './android-app-of';

/** Characters of the header that are read; no real host ends later. */
const MAX_HEADER_LENGTH = 2048;
/** The longest DNS name. */
const MAX_HOST_LENGTH = 253;

// What nearly every browser sends. The last label must be letters only: the parser reads other endings as an address.
const PLAIN = /^https?:\/\/(?:www\.)?((?:[a-z0-9_-]+\.)*[a-z]+)(?::\d{1,4})?(?:[/?#]|$)/;
// `new URL` would check these labels and refuse some
const PUNYCODE = 'xn--';

const CONTROL = /[^ -\uffff]/;
const WEB_URL = /^https?:/i;
const AUTHORITY_ENDED = /^[^/\\]*[/\\]+[^/\\?#]+[/\\?#]/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Header bytes arrive as Latin-1; raw UTF-8 is decoded as such, so that its host is encoded correctly. */
function asSent(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** `isCut`: the header continued after `text`. */
function parsedHostOf(text: string, isCut: boolean): string {
  if (!WEB_URL.test(text) || CONTROL.test(text)) return '';
  // when the cut is within user:password@host, the user's name would pass for the host
  if (isCut && !AUTHORITY_ENDED.test(text)) return '';
  try {
    return new URL(asSent(text)).hostname.replace(/\.$/, '').replace(/^www\.(?=.)/, '');
  } catch {
    return '';
  }
}

/**
 * Lower-case host without port and leading `www.` of an http(s) URL, or the package of a well-known Android app. ''
 * when there is none, or it cannot be read or is longer than 253 characters. Never throws.
 */
export function referrerHostOf(referer: string | undefined): string {
  if (!referer) return '';
  const isCut = referer.length > MAX_HEADER_LENGTH;
  const text = isCut ? referer.slice(0, MAX_HEADER_LENGTH) : referer;
  const plain = PLAIN.exec(text)?.[1];
  const host =
    plain && !plain.includes(PUNYCODE) ? plain : androidAppOf(text) || parsedHostOf(text.trim(), isCut);
  return host.length > MAX_HOST_LENGTH ? '' : host;
}
