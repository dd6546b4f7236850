// A moment as other shorteners write it, as RFC 3339.

const DAY_AND_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?))?\s*(Z|z|UTC|[+-]\d\d(?::?\d\d)?)?$/;

/** In UTC where no offset is given. Another text stays as it is, for the validation to refuse. */
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
