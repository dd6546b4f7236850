// Decodes the lines of a chunk from bytes, one visit after the other. A plain line takes one pass; any other line goes
// to `decodeVisit` as text.

import { LATEST_TIME, VERSION } from './line-format';
import type { Visit } from './visit';
import { decodeVisit, type MalformedReason } from './visit-line';
import type { VisitTexts } from './visit-texts';

export type ReadVisit =
  { kind: 'visit'; visit: Visit } | { kind: 'malformed'; line: string; reason: MalformedReason };

const TAB = 0x09;
const LINE_FEED = 0x0a;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;
const VERSION_BYTE = VERSION.charCodeAt(0);
const MAX_TIME_LENGTH = 16;

/** Reads a line that is already a string. */
export function readVisit(line: string): ReadVisit {
  const decoded = decodeVisit(line);
  return decoded.kind === 'visit' ? decoded : { ...decoded, line };
}

class ChunkReader {
  readonly #bytes: Buffer;
  readonly #texts: VisitTexts;
  #at = 0;
  #isPlain = true;

  constructor(bytes: Buffer, texts: VisitTexts) {
    this.#bytes = bytes;
    this.#texts = texts;
  }

  isAtEnd(): boolean {
    return this.#at > this.#bytes.length;
  }

  next(): ReadVisit {
    const from = this.#at;
    const visit = this.#plainVisit();
    if (visit) return { kind: 'visit', visit };
    const feed = this.#bytes.indexOf(LINE_FEED, from);
    const end = feed === -1 ? this.#bytes.length : feed;
    this.#at = end + 1;
    return readVisit(this.#bytes.toString('latin1', from, end));
  }

  /** Undefined when the line is not plain; `#at` has no meaning then. */
  #plainVisit(): Visit | undefined {
    const bytes = this.#bytes;
    if (bytes[this.#at] !== VERSION_BYTE || bytes[this.#at + 1] !== TAB) return undefined;
    this.#at += 2;
    this.#isPlain = true;
    const time = this.#time();
    const workspaceId = this.#text();
    const linkId = this.#text();
    const isScan = this.#flag();
    const method = this.#text();
    const purpose = this.#text();
    const userAgent = this.#text();
    const referrerHost = this.#text();
    const language = this.#text();
    const network = this.#lastText();
    if (!this.#isPlain || workspaceId === '' || linkId === '') return undefined;
    return { time, workspaceId, linkId, isScan, method, purpose, userAgent, referrerHost, language, network };
  }

  #time(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    let at = from;
    let time = 0;
    for (let byte = bytes[at] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[++at] ?? 0) {
      time = 10 * time + (byte - ZERO);
    }
    if (bytes[at] !== TAB || at === from || at > from + MAX_TIME_LENGTH || time > LATEST_TIME)
      this.#isPlain = false;
    this.#at = at + 1;
    return time;
  }

  #flag(): boolean {
    const byte = this.#bytes[this.#at] ?? 0;
    if ((byte !== ZERO && byte !== ZERO + 1) || this.#bytes[this.#at + 1] !== TAB) this.#isPlain = false;
    this.#at += 2;
    return byte !== ZERO;
  }

  #text(): string {
    const bytes = this.#bytes;
    const from = this.#at;
    let at = from;
    let hash = 0;
    for (let byte = bytes[at] ?? LINE_FEED; byte !== TAB; byte = bytes[++at] ?? LINE_FEED) {
      if (byte === LINE_FEED || byte === BACKSLASH) {
        this.#isPlain = false;
        return '';
      }
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    this.#at = at + 1;
    return this.#isPlain ? this.#texts.textOf(bytes, from, at, hash) : '';
  }

  /** A separate loop: one loop for both, which tests for one more byte, takes a sixth longer per visit. */
  #lastText(): string {
    const bytes = this.#bytes;
    const from = this.#at;
    let at = from;
    let hash = 0;
    for (let byte = bytes[at] ?? LINE_FEED; byte !== LINE_FEED; byte = bytes[++at] ?? LINE_FEED) {
      if (byte === TAB || byte === BACKSLASH) this.#isPlain = false;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    this.#at = at + 1;
    return this.#isPlain ? this.#texts.textOf(bytes, from, at, hash) : '';
  }
}

/** `chunk`: lines joined by '\n', Latin-1; an empty chunk is one empty line. Yields what `decodeVisit` says of each. */
export function* readVisits(chunk: Buffer, texts: VisitTexts): Generator<ReadVisit> {
  const reader = new ChunkReader(chunk, texts);
  while (!reader.isAtEnd()) yield reader.next();
}
