// The simulation's inputs. Each was measured; none is an estimate. A document states each with the conditions of its
// measurement: `text` is that passage, which a test looks up.

const performance = 'docs/performance.md';
const operating = 'docs/operating.md';

/** @type {Record<string, { value: number, unit: string, file: string, text: string }>} */
export const FIGURES = {
  redirectCpu: {
    value: 14,
    unit: 'µs of CPU a redirect, shipping included',
    file: performance,
    text: '| production, shipping to Kafka included | 1.11 | 14.0 |',
  },
  shipPace: {
    value: 120_000,
    unit: 'visits/s that a worker ships of a backlog, at 1.08 × of the p99',
    file: performance,
    text: '(`KURZ_SHIP_VISITS_PER_SECOND`, 120,000)',
  },
  ingest: {
    value: 55_700,
    unit: 'visits/s of an ingester on all three stores, the slowest run',
    file: performance,
    text: 'visits/s until all have it (aim 60,000): 55,700 to 65,400',
  },
  clickHouseCpu: {
    value: 7.3,
    unit: 's of CPU for a million visits',
    file: performance,
    text: '7.3 in ClickHouse',
  },
  redisCpu: { value: 3.1, unit: 's of CPU for a million visits', file: performance, text: '3.1 in Redis' },
  redisAnswerCpu: {
    value: 21.4,
    unit: 'µs of CPU a redirect whose link Redis answers',
    file: performance,
    text: '| Kurz, Redis answers (aim 0.6) | 43,083 | 0.74 | 21.4 |',
  },
  nearCacheLink: {
    value: 145,
    unit: 'bytes of a worker for a link',
    file: performance,
    text: 'a million links of 80-byte destinations in cache (`bench/redirector/near-cache.mjs`): 145 MB',
  },
  journalVisit: {
    value: 187,
    unit: 'bytes of the journal',
    file: operating,
    text: '187 bytes in the journal',
  },
  kafkaVisit: {
    value: 46,
    unit: 'bytes in Kafka, at most',
    file: operating,
    text: '31–46 bytes in Kafka (gzip)',
  },
  postgresLink: { value: 600, unit: 'bytes of a link', file: operating, text: '0.6 KB in PostgreSQL' },
  redisLink: { value: 250, unit: 'bytes of a link', file: operating, text: '250 bytes in Redis' },
};

export const figure = (name) => FIGURES[name].value;
