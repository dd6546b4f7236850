// Maps the columns of a CSV file to the fields of a link, by the names that other shorteners give them.

/** In the order of the search; names in lower case, without spaces and signs. */
export const CSV_ALIASES = {
  slug: [
    'slug',
    'shortcode',
    'keyword',
    'slashtag',
    'backhalf',
    'custombackhalf',
    'key',
    'code',
    'address',
    'path',
    'alias',
  ],
  shortUrl: ['shorturl', 'shortlink', 'bitlink', 'short', 'link'],
  customLinks: ['customlink', 'customlinks', 'custombitlink', 'custombitlinks'],
  domain: ['zonedomain', 'domain', 'domainfullname', 'hostname', 'host', 'zone'],
  url: ['longurl', 'destinationurl', 'originalurl', 'targeturl', 'destination', 'target', 'long', 'url'],
  title: ['title'],
  note: ['note', 'notes', 'description', 'comments', 'comment'],
  externalId: ['externalid'],
  tags: ['tags', 'tag', 'labels'],
  clicks: ['totalclicks', 'clicks', 'visitcount', 'visits', 'hits', 'engagements'],
  createdAt: ['createdat', 'created', 'datecreated', 'createddate', 'timestamp'],
  startsAt: ['startsat', 'validsince'],
  expiresAt: ['expiresat', 'validuntil', 'expirationdate', 'expiration', 'expires', 'expirein'],
  expiredUrl: ['expiredurl'],
  rules: ['rules'],
  split: ['split'],
  forwardQuery: ['forwardquery'],
  isArchived: ['isarchived', 'archived'],
  isEnabled: ['isenabled', 'enabled'],
  isBanned: ['banned', 'isbanned', 'isrestricted'],
  password: ['password', 'haspassword', 'passwordprotected'],
} as const;

export type CsvField = keyof typeof CSV_ALIASES;
export type CsvColumns = Partial<Record<CsvField, number>>;

const FIELDS = Object.keys(CSV_ALIASES).filter((name): name is CsvField => name in CSV_ALIASES);

export type ColumnsOutcome =
  { kind: 'columns'; columns: CsvColumns } | { kind: 'missing'; field: 'url' | 'slug' };

export function csvColumnsOf(head: readonly string[]): ColumnsOutcome {
  const names = head.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const columns: CsvColumns = {};
  for (const field of FIELDS) {
    const name = CSV_ALIASES[field].find((alias) => names.includes(alias));
    if (name !== undefined) columns[field] = names.indexOf(name);
  }
  if (columns.url === undefined) return { kind: 'missing', field: 'url' };
  if (columns.slug === undefined && columns.shortUrl === undefined) return { kind: 'missing', field: 'slug' };
  return { kind: 'columns', columns };
}
