// Decodes the text of a CSV file, whatever its encoding, and refuses files of other kinds.

import { errorCodeOf } from '@kurz/process';
import { SourceFault } from '../import-source';

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The longest line. A link's longest texts take less. */
export const MAX_LINE_CHARACTERS = 512 * 1024;

/** By the byte order mark, else by the zero byte beside the first character. */
export function encodingOf(head: Buffer): CsvEncoding {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

/** Throws SourceFault. */
export function refuseOtherKinds(head: Buffer, text: string): void {
  if (head.subarray(0, 2).toString('latin1') === 'PK')
    throw new SourceFault('is a ZIP archive, not a CSV file', 'zip');
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text))
    throw new SourceFault('is an HTML page, not a CSV file', 'html');
}

export const refuseLongLine = () =>
  new SourceFault(`has a line of more than ${MAX_LINE_CHARACTERS} characters`, 'line_too_long');

/** Throws SourceFault when a line is too long. It counts separators too, which the parser does not. */
function makeLineGuard() {
  let length = 0;
  return (text: string): void => {
    const end = text.search(/[\r\n]/);
    if (length + (end < 0 ? text.length : end) > MAX_LINE_CHARACTERS) throw refuseLongLine();
    const rest = text.length - 1 - Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    length = end < 0 ? length + text.length : rest;
  };
}

/** The text without the byte order mark. Throws SourceFault. */
export async function* decodeCsv(
  content: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const guard = makeLineGuard();
  try {
    for await (const chunk of content) {
      const text = decoder.decode(chunk, { stream: true });
      guard(text);
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (errorCodeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new SourceFault('is neither UTF-8 nor UTF-16', 'encoding');
  }
}
