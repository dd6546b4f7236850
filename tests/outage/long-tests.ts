// With KURZ_LONG_TESTS=1 outages last as long, and as much is sent, as the product's failure scenarios require: Kafka
// and Redis away for a minute, ClickHouse for ten, an ingester frozen for two, 100,000 connections dropped, ClickHouse
// and an ingester killed forty times each in the middle of their work; Kafka, redirectors and ingesters as often as
// `killsOf` says. KURZ_KILLS sets only the number of those kills, KURZ_KILL_MINUTES their time limit. The usual outages
// are shorter, but longer than every timeout and session, so that they show the same faults.

const IS_LONG = process.env['KURZ_LONG_TESTS'] === '1';
const KILLS = process.env['KURZ_KILLS'];

export const ifLong = (long: number, usual: number): number => (IS_LONG ? long : usual);

/** Kills per case: KURZ_KILLS, else in long tests as many as the failure scenarios require, else a few. */
export const killsOf = (long: number, usual: number): number =>
  KILLS === undefined ? ifLong(long, usual) : Number(KILLS);

/** A case kills nothing more after this time, however many kills there were. */
export const KILLS_END_AFTER_MS = Number(process.env['KURZ_KILL_MINUTES'] ?? Infinity) * 60_000;

/** Whether kills are made on a starved machine, with a busy loop on each core. */
export const IS_STARVED = IS_LONG || KILLS !== undefined;
