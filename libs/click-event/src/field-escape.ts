// Escapes a field's text, which then has no tab, line break or character beyond Latin-1; and unescapes it.

const NEEDS_ESCAPE = /[\t\n\r\\\u0100-\uffff]/;
const EACH_ESCAPE = /[\t\n\r\\\u0100-\uffff]/g;
const ESCAPES: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };
const EACH_ESCAPED = /\\(.?)/g;
const ORIGINALS: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };

/** Characters beyond U+00FF become `?`; text over `longest` is cut. */
export function escapeField(text: string, longest = Infinity): string {
  const cut = text.length > longest ? text.slice(0, longest) : text;
  return NEEDS_ESCAPE.test(cut) ? cut.replace(EACH_ESCAPE, (character) => ESCAPES[character] ?? '?') : cut;
}

/** The original text, or undefined when it has a backslash that `escapeField` would not write. */
export function unescapeField(field: string): string | undefined {
  if (!field.includes('\\')) return field;
  let isSound = true;
  const text = field.replace(EACH_ESCAPED, (_, character: string) => {
    const original = ORIGINALS[character];
    if (original === undefined) isSound = false;
    return original ?? '';
  });
  return isSound ? text : undefined;
}
