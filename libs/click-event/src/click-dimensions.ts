// The seven dimensions by which human visits are counted. Their order is that of stored live counts: a new one goes
// last. Only visits of split links have a key in `variant`.

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

/** Visitors that another shortener has counted by day. Their only key is its name; no visit has this dimension. */
export const IMPORTED = 'imported';
/** The dimensions in ClickHouse. */
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
