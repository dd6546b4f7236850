// Parses the request that begins at `start`, if it is plain: GET or HEAD of a path, HTTP/1.1, one Host, no body,
// visible ASCII, each single-valued header once. Everything else is `odd`, for the fallback.

import { isTraced } from '@kurz/process';
import { purposeOf } from '../request/purpose-of';
import type { Sender, VisitorRequest } from '../request/visitor-request';
import * as header from './header-named';
import { endOfPlain, IN_NAME, IN_TARGET, IN_VALUE } from './plain-bytes';

export type Head = {
  visitor: VisitorRequest;
  /** Where its target ends, and its version and headers begin. */
  targetEnd: number;
  /** Where the next request begins. */
  end: number;
  /** True with `Connection: close`. */
  isLast: boolean;
};

const MAX_HEADERS = 100;
const GET = 'GET /';
const HEAD = 'HEAD /';
const VERSION = ' HTTP/1.1\r\n';
const CR = 13;
const LF = 10;
const SPACE = 32;
const COLON = 58;
const LETTER_G = 71;

type HeaderTexts = {
  sender: Sender;
  connection: string;
  purposes: Record<string, string> | undefined;
};

const PURPOSE_NAMES = new Map([
  [header.SEC_PURPOSE, 'sec-purpose'],
  [header.PURPOSE, 'purpose'],
  [header.X_PURPOSE, 'x-purpose'],
  [header.X_MOZ, 'x-moz'],
]);

function takePurpose(texts: HeaderTexts, name: string, value: string): boolean {
  const purposes = (texts.purposes ??= {});
  if (name in purposes) return false;
  purposes[name] = value;
  return true;
}

/** Returns false when the header came before, or is one for the fallback. */
function take(texts: HeaderTexts, which: number, value: string): boolean {
  const { sender } = texts;
  switch (which) {
    case header.HOST:
      if (sender.host !== '') return false;
      sender.host = value;
      return true;
    case header.USER_AGENT:
      if (sender.userAgent !== '') return false;
      sender.userAgent = value;
      return true;
    case header.REFERER:
      if (sender.referer !== '') return false;
      sender.referer = value;
      return true;
    case header.ACCEPT_LANGUAGE:
      if (sender.acceptLanguage !== '') return false;
      sender.acceptLanguage = value;
      return true;
    case header.FORWARDED_FOR:
      if (sender.forwardedFor !== '') return false;
      sender.forwardedFor = value;
      return true;
    case header.FETCH_SITE:
      if (sender.fetchSite !== '') return false;
      sender.fetchSite = value;
      return true;
    case header.COOKIE:
      if (sender.cookie !== '') return false;
      sender.cookie = value;
      return true;
    case header.TRACEPARENT:
      // nobody reads it without a tracing SDK
      if (isTraced()) sender.traceparent = value;
      return true;
    case header.CONNECTION:
      if (texts.connection !== '') return false;
      texts.connection = value.toLowerCase();
      return texts.connection === 'close' || texts.connection === 'keep-alive';
    case header.REFERENCE_ONLY:
      return false;
    default:
      return takePurpose(texts, PURPOSE_NAMES.get(which) ?? '', value);
  }
}

type Headers = { sender: Sender; end: number; isLast: boolean };

function headersOf(texts: HeaderTexts, end: number): Headers | 'odd' {
  const { sender, connection, purposes } = texts;
  if (sender.host === '') return 'odd';
  if (purposes) sender.purpose = purposeOf(purposes);
  return { sender, end, isLast: connection === 'close' };
}

function readHeaders(bytes: Uint8Array, text: string, textAt: number, start: number, texts: HeaderTexts) {
  const { length } = bytes;
  let at = start;
  for (let count = 0; count <= MAX_HEADERS; count++) {
    const nameEnd = endOfPlain(bytes, at, IN_NAME);
    if (nameEnd + 1 >= length) return 'partial';
    if (nameEnd === at) {
      return bytes[at] === CR && bytes[at + 1] === LF ? headersOf(texts, at + 2) : 'odd';
    }
    if (bytes[nameEnd] !== COLON || bytes[nameEnd + 1] !== SPACE) return 'odd';
    const valueAt = nameEnd + 2;
    const valueEnd = endOfPlain(bytes, valueAt, IN_VALUE);
    if (valueEnd + 1 >= length) return 'partial';
    if (bytes[valueEnd] !== CR || bytes[valueEnd + 1] !== LF) return 'odd';
    if (valueEnd === valueAt || bytes[valueAt] === SPACE || bytes[valueEnd - 1] === SPACE) return 'odd';
    const which = header.headerNamed(bytes, at, nameEnd);
    if (which !== header.IRRELEVANT && !take(texts, which, text.slice(valueAt - textAt, valueEnd - textAt))) {
      return 'odd';
    }
    at = valueEnd + 2;
  }
  return 'odd';
}

/**
 * `text` is `bytes` as Latin-1 from `start` on, at least to the end of the head. `partial`: plain so far, and more is
 * to come.
 */
export function readHead(
  bytes: Buffer,
  text: string,
  start: number,
  remoteAddress: string,
): Head | 'partial' | 'odd' {
  const begun = bytes[start] === LETTER_G ? GET : HEAD;
  if (!text.startsWith(begun)) return begun.startsWith(text) ? 'partial' : 'odd';
  const methodLength = begun.length - 2;
  const targetEnd = endOfPlain(bytes, start + methodLength + 1, IN_TARGET);
  if (!text.startsWith(VERSION, targetEnd - start)) {
    return VERSION.startsWith(text.slice(targetEnd - start)) ? 'partial' : 'odd';
  }
  const method = text.slice(0, methodLength);
  const target = text.slice(methodLength + 1, targetEnd - start);
  const sender: Sender = {
    host: '',
    userAgent: '',
    referer: '',
    acceptLanguage: '',
    forwardedFor: '',
    purpose: '',
    fetchSite: '',
    cookie: '',
    traceparent: '',
    remoteAddress,
  };
  const texts = { sender, connection: '', purposes: undefined };
  const headers = readHeaders(bytes, text, start, targetEnd + VERSION.length, texts);
  if (typeof headers === 'string') return headers;
  return { visitor: { method, target, sender }, targetEnd, end: headers.end, isLast: headers.isLast };
}
