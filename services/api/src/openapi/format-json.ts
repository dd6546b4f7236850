// JSON as examples show it: an object or list that fits on a line stands on one line.

const MAX_CHARACTERS = 110;

/** No string in JSON holds a line break, so each line break stands between its parts. */
const onOneLine = (value: unknown) =>
  JSON.stringify(value, undefined, 1)
    .replaceAll(/([{[])\n */g, '$1')
    .replaceAll(/\n *([}\]])/g, '$1')
    .replaceAll(/\n */g, ' ');

export function formatJson(value: unknown, indent = ''): string {
  const line = onOneLine(value);
  const isShort = indent.length + line.length <= MAX_CHARACTERS;
  if (isShort || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const entries: string[] = Array.isArray(value)
    ? value.map((item: unknown) => inner + formatJson(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${formatJson(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}
