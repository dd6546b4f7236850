// With KURZ_LONG_TESTS=1 outages last as long, and as much is sent, as the failure scenarios ask for that the product is
// held to: Kafka and Redis away for a minute, ClickHouse for ten, an ingester frozen for two, 100,000 connections
// dropped, ClickHouse and an ingester killed forty times each in the middle of their work; Kafka, redirectors and
// ingesters as often as `killsOf` says. KURZ_KILLS gives the number of those kills alone, KURZ_KILL_MINUTES their limit.
// What may break in them breaks within the usual, shorter ones, which are longer than every time limit and session.

const IS_LONG = process.env['KURZ_LONG_TESTS'] === '1';
const KILLS = process.env['KURZ_KILLS'];

export const ifLong = (long: number, usual: number): number => (IS_LONG ? long : usual);

/** How many kills a case makes: KURZ_KILLS, else as many as the failure scenarios ask for, else a few. */
export const killsOf = (long: number, usual: number): number =>
  KILLS === undefined ? ifLong(long, usual) : Number(KILLS);

/** A case kills nothing more after this time, however many kills there were. */
export const KILLS_END_AFTER_MS = Number(process.env['KURZ_KILL_MINUTES'] ?? Infinity) * 60_000;

/** Whether kills are counted on a starved machine, with a busy loop on each core. */
export const IS_STARVED = IS_LONG || KILLS !== undefined;
