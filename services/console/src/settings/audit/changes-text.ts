// What an event of the audit log changed, as a line of text: fields with their old and new values.

type Changes = Readonly<Record<string, { old?: unknown; new?: unknown }>>;

export type ValueWords = { yes: string; no: string };

const NOTHING = '–';

function valueText(value: unknown, words: ValueWords): string {
  if (value === null || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.length === 0 ? NOTHING : value.map((one) => valueText(one, words)).join(', ');
  return JSON.stringify(value);
}

/** `title: old → new; slug: abc`. Ids of other things say nothing to a reader and are left out. */
export function changesText(changes: Changes, words: ValueWords): string {
  return Object.entries(changes)
    .filter(([field]) => !field.endsWith('Id'))
    .map(([field, { old, new: now }]) => {
      const values = [old, now].filter((value) => value !== undefined);
      return `${field}: ${values.map((value) => valueText(value, words)).join(' → ')}`;
    })
    .join('; ');
}
