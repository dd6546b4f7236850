// The changes of an audit event as a line of text: fields with their old and new values, in the reader's language.

type Changes = Readonly<Record<string, { old?: unknown; new?: unknown }>>;

export type ChangeWords = {
  yes: string;
  no: string;
  /** Names of fields. A field without a name is shown as it is. */
  fields: Readonly<Record<string, string>>;
  /** Names of values, such as roles and rights. */
  values: Readonly<Record<string, string>>;
  moment: (timestamp: string) => string;
};

const NOTHING = '–';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The word for a name; without one, the name itself. */
export const ownOf = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : name;

function valueText(value: unknown, words: ChangeWords): string {
  if (isNothing(value)) return NOTHING;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string')
    return TIMESTAMP.test(value) ? words.moment(value) : ownOf(words.values, value);
  if (Array.isArray(value))
    return value.map((one) => valueText(one, words)).join(value.some(isObject) ? ' / ' : ', ');
  return isObject(value) ? objectText(value, words) : String(value);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of an object: a rule's conditions before its destination, a variant's weight after it. */
function objectText(
  { when, weight, url, ...more }: Readonly<Record<string, unknown>>,
  words: ChangeWords,
): string {
  const conditions = Object.entries({ ...(isObject(when) ? when : {}), ...more }).map(
    ([name, value]) => `${ownOf(words.fields, name)} ${valueText(value, words)}`,
  );
  const destination = url === undefined ? [] : [valueText(url, words)];
  const said = [...(conditions.length > 0 ? [conditions.join(', ')] : []), ...destination].join(': ');
  return weight === undefined ? said : `${said} (${valueText(weight, words)} %)`;
}

/** True for ids of other objects and for zoneType, which tell a reader nothing. An id with a name is shown. */
const isSilent = (field: string, { fields }: ChangeWords) =>
  (field.endsWith('Id') && !Object.hasOwn(fields, field)) || field === 'zoneType';

/** `Title: old → new; Rights: Read links`. A new field that is empty is left out. */
export function changesText(changes: Changes, words: ChangeWords): string {
  return Object.entries(changes)
    .filter(([field, { old, new: now }]) => !isSilent(field, words) && !(isNothing(old) && isNothing(now)))
    .map(([field, { old, new: now }]) => {
      const values = [old, now].filter((value) => value !== undefined);
      return `${ownOf(words.fields, field)}: ${values.map((value) => valueText(value, words)).join(' → ')}`;
    })
    .join('; ');
}
