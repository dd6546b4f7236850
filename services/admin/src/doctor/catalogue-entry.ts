// The shape of a catalogue entry of `kurz doctor`.

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

/** `fault`: something does not work, or visits can be lost; the exit code is 1. `warning`: it works, but has a cost. */
export type Severity = 'fault' | 'warning';

/** `{name}` in a text is replaced by the fact of that name. */
export type CatalogueEntry = { part: Part; severity: Severity; what: string; todo: string };
