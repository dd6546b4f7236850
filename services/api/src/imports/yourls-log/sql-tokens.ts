// The tokens of a SQL dump of MySQL or MariaDB, comments left out, with bounded memory.

import { SourceFault } from '../import-source';

export type SqlToken =
  /** A keyword, a number, or a name without its backticks. */
  { kind: 'word'; text: string } | { kind: 'string'; text: string } | { kind: 'sign'; text: string };

/** Characters of one token; a log has no longer one. */
const MAX_CHARACTERS = 1024 * 1024;

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
  b: '\b',
  Z: '\u001a',
};

// each pattern is sticky, and needs the next character to know that its token is whole
const SPACE = /\s+/y;
const COMMENT = /--(?:[ \t][^\n]*)?\r?\n|#[^\n]*\n|\/\*[^]*?\*\//y;
const STRING = /'((?:[^'\\]|\\[^]|'')*)'(?=[^'])|"((?:[^"\\]|\\[^]|"")*)"(?=[^"])/y;
const NAME = /`((?:[^`]|``)*)`(?=[^`])/y;
const WORD = /[\w.$+-]+(?=[^\w.$+-])/y;

const unescaped = (text: string, quote: string) =>
  text
    .replaceAll(quote + quote, quote)
    .replace(/\\([^])/g, (_, escaped: string) => ESCAPED[escaped] ?? escaped);

type Match = { token: SqlToken | undefined; end: number };

function matchAt(text: string, at: number): Match | undefined {
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const first = text[at] ?? '';
  const passed = match(SPACE) ?? match(COMMENT);
  if (passed) return { token: undefined, end: at + passed[0].length };
  if (first === "'" || first === '"') {
    const found = match(STRING);
    const content = found?.[1] ?? found?.[2] ?? '';
    return found
      ? { token: { kind: 'string', text: unescaped(content, first) }, end: at + found[0].length }
      : undefined;
  }
  if (first === '`') {
    const found = match(NAME);
    const name = (found?.[1] ?? '').replaceAll('``', '`');
    return found ? { token: { kind: 'word', text: name }, end: at + found[0].length } : undefined;
  }
  // the beginning of a comment, or a sign
  if (/^(?:--?|\/\*?|#)$/.test(text.slice(at, at + 2)) || /^(?:--\s|\/\*|#)/.test(text.slice(at, at + 3)))
    return undefined;
  const word = match(WORD);
  if (word) return { token: { kind: 'word', text: word[0] }, end: at + word[0].length };
  return /[\w.$+-]/.test(first) ? undefined : { token: { kind: 'sign', text: first }, end: at + 1 };
}

/** Throws SourceFault for a string or a comment without an end. */
export async function* sqlTokens(content: AsyncIterable<string>): AsyncGenerator<SqlToken> {
  let rest = '';
  for await (const chunk of content) {
    const text = rest + chunk;
    let at = 0;
    for (let found = matchAt(text, at); found && at < text.length; found = matchAt(text, at)) {
      if (found.token) yield found.token;
      at = found.end;
    }
    rest = text.slice(at);
    if (rest.length > MAX_CHARACTERS)
      throw new SourceFault(`has a text of more than ${MAX_CHARACTERS} characters`);
  }
  // for the last token, which may need the next character
  const text = `${rest}\n\n`;
  for (let at = 0; at < text.length;) {
    const found = matchAt(text, at);
    if (!found) throw new SourceFault('is cut');
    if (found.token) yield found.token;
    at = found.end;
  }
}
