// Finds the character U+0000, which Postgres cannot hold: the server hands in parameters and query, the reader of a body
// the fields that it knows.

const NUL = '\u0000';

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  return Array.isArray(value) && value.some((entry) => typeof entry === 'string' && entry.includes(NUL));
}

/** The name of a field whose text has a NUL, `~` for a name that has one itself; undefined: there is none. */
export function nulFieldOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const found = Object.entries(value).find(([name, field]) => name.includes(NUL) || hasNul(field));
  return found && (found[0].includes(NUL) ? '~' : found[0]);
}
