// Converts a moment from the forms of other shorteners to RFC 3339.

const DAY_AND_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?))?\s*(Z|z|UTC|[+-]\d\d(?::?\d\d)?)?$/;

/** In UTC when no offset is given. Any other text stays unchanged, for the validation to refuse. */
export function momentText(text: string): string {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1_000).toISOString();
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString();
  const [, day, time = '00:00:00', offset = 'Z'] = DAY_AND_TIME.exec(text) ?? [];
  if (day === undefined) return text;
  const full = time.length === 5 ? `${time}:00` : time;
  if (!/^[+-]/.test(offset)) return `${day}T${full}Z`;
  const minutes = offset.length > 3 ? offset.slice(-2) : '00';
  return `${day}T${full}${offset.slice(0, 3)}:${minutes}`;
}
