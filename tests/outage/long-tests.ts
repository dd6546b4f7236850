// With KURZ_LONG_TESTS=1 outages last as long, and as much is sent, as the failure scenarios ask for that the product is
// held to: Kafka and Redis away for a minute, ClickHouse for ten, an ingester frozen for two, 100,000 connections
// dropped, ClickHouse and an ingester killed forty times each in the middle of their work.
// What may break in them breaks within the usual, shorter ones, which are longer than every time limit and session.

const IS_LONG = process.env['KURZ_LONG_TESTS'] === '1';

export const ifLong = (long: number, usual: number): number => (IS_LONG ? long : usual);
