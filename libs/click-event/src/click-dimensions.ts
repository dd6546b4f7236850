// The seven dimensions by which human visits are counted. Their order is that of stored live counts: a new one goes last.
// `variant`: of split links alone; other visits have no key there.

export const CLICK_DIMENSIONS = [
  'geo',
  'referrer',
  'device',
  'browser',
  'os',
  'language',
  'variant',
] as const;

export type ClickDimension = (typeof CLICK_DIMENSIONS)[number];

/** Of those whom another shortener has counted by day: its name is their key, and they have no other. No visit has it. */
export const IMPORTED = 'imported';
/** What ClickHouse counts by. */
export const STORED_DIMENSIONS = [...CLICK_DIMENSIONS, IMPORTED] as const;
export type StoredDimension = (typeof STORED_DIMENSIONS)[number];

/** Humans by key; a Map is one. */
export type HumansByKey = Iterable<[string, number]> & {
  readonly size: number;
  keys: () => Iterable<string>;
};

/** One value for each dimension; `index`: its place in `CLICK_DIMENSIONS`. */
export function eachDimension<Value>(
  make: (dimension: ClickDimension, index: number) => Value,
): Record<ClickDimension, Value> {
  return {
    geo: make('geo', 0),
    referrer: make('referrer', 1),
    device: make('device', 2),
    browser: make('browser', 3),
    os: make('os', 4),
    language: make('language', 5),
    variant: make('variant', 6),
  };
}
