// Lines of TabSeparated as bytes, for insertRows. Each field is put in place, because joining and encoding strings took
// three times as long for the same lines.

const FIRST_BYTES = 64 * 1024;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const FIRST_BEYOND_ASCII = 0x80;
/** The most bytes of one UTF-16 code unit, as UTF-8 or as an escape. */
const MAX_BYTES = 3;

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

export class TableLines {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  /** Bytes so far: a position for `repeat`. */
  get length(): number {
    return this.#length;
  }

  /** The bytes of all lines; valid until the next field is put. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A text as a field that is not the last of its line. */
  field(text: string): void {
    this.#makeRoom(text.length * MAX_BYTES + 1);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      // control characters, tab, line feed and return among them, are rare enough to take the slow path together
      if (code < 0x20 || code === BACKSLASH || code >= FIRST_BEYOND_ASCII) {
        at = this.#length + this.#putEscaped(text);
        break;
      }
      bytes[at++] = code;
    }
    this.#bytes[at++] = TAB;
    this.#length = at;
  }

  /** A whole number from 0 as a field; `isLast` ends the line after it. */
  number(value: number, isLast: boolean): void {
    const end = isLast ? LINE_FEED : TAB;
    if (value >= 10) {
      this.field(String(value));
      this.#bytes[this.#length - 1] = end;
      return;
    }
    this.#makeRoom(2);
    this.#bytes[this.#length++] = ZERO + value;
    this.#bytes[this.#length++] = end;
  }

  /** Appends the bytes in [from, to) again. */
  repeat(from: number, to: number): void {
    this.#makeRoom(to - from);
    this.#bytes.copyWithin(this.#length, from, to);
    this.#length += to - from;
  }

  #putEscaped(text: string): number {
    const escaped = text.replace(SPECIAL, (character) => ESCAPES[character] ?? character);
    this.#makeRoom(escaped.length * MAX_BYTES + 1);
    return this.#bytes.write(escaped, this.#length);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
