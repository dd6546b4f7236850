// The shape of what `kurz doctor` can find.

export type Part =
  | 'settings'
  | 'postgres'
  | 'redis'
  | 'kafka'
  | 'clickhouse'
  | 'services'
  | 'domains'
  | 'mail'
  | 'public_address'
  | 'probe';

/** `fault`: something does not work, or visits can be lost; the exit code is 1. `warning`: it works, and costs something. */
export type Severity = 'fault' | 'warning';

/** `{name}` in a text stands for a fact. */
export type CatalogueEntry = { part: Part; severity: Severity; what: string; todo: string };
