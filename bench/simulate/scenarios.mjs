// A million redirects a second in four regions, and what fails there.

import { figure } from './figures.mjs';
import { hitRate, simulateOutage } from './simulate-outage.mjs';

const GIB = 1024 ** 3;
const MINUTE = 60;
const HOUR = 3_600;

/** A worker has 20,000 redirects/s, less than a third of what a core answers, and 25 GiB of journal. */
const region = (name, visits) => {
  const workers = Math.ceil(visits / 20_000);
  return { name, visits, workers, journalBytes: workers * 25 * GIB };
};

export const WORLD = {
  regions: [
    region('home', 400_000),
    region('east', 300_000),
    region('west', 200_000),
    region('south', 100_000),
  ],
  // a third more than the load needs: the backlog of half an hour's outage is counted within an hour and a half
  ingesters: 24,
};

const SCENARIOS = [
  { name: 'nothing fails', events: [] },
  { name: 'Kafka away, 30 minutes', events: [{ away: 'kafka', from: MINUTE, to: 31 * MINUTE }] },
  { name: 'Kafka away, 2 hours', events: [{ away: 'kafka', from: MINUTE, to: 121 * MINUTE }] },
  {
    name: 'a region cut off from Kafka, 2 hours',
    events: [{ away: 'link', region: 'east', from: MINUTE, to: 121 * MINUTE }],
  },
  { name: 'ClickHouse away, 1 hour', events: [{ away: 'stores', from: MINUTE, to: 61 * MINUTE }] },
  { name: 'all ingesters away, 10 minutes', events: [{ away: 'ingesters', from: MINUTE, to: 11 * MINUTE }] },
  {
    name: 'a region lost, its visitors elsewhere, 1 hour',
    events: [{ away: 'front', region: 'home', from: MINUTE, to: 61 * MINUTE }],
  },
];

const minutesOf = (seconds) =>
  seconds === Infinity ? 'never' : seconds < 2 ? 'at once' : `${Math.ceil(seconds / MINUTE)} min`;

/** Rows of the table in docs/scale.md. */
export function outageRows() {
  return SCENARIOS.map(({ name, events }) => {
    const result = simulateOutage({ ...WORLD, events, seconds: 24 * HOUR });
    return {
      name,
      journal: `${Math.round(result.mostJournalGib).toLocaleString('en')} GiB`,
      kafka: `${Math.round(result.mostInKafkaGib).toLocaleString('en')} GiB`,
      load: `${Math.round(result.mostLoad * 100)} %`,
      caughtUp: minutesOf(result.caughtUpAfter),
      dropped: result.dropped.toLocaleString('en'),
    };
  });
}

const BILLION = 1e9;

/** The hit rate of a worker's near cache with a billion links, by the number of links that it holds. */
export function cacheRows() {
  return [0.5e6, 5e6, 20e6].map((links) => {
    const hits = hitRate(links, BILLION);
    const cpu = hits * figure('redirectCpu') + (1 - hits) * figure('redisAnswerCpu');
    return {
      links: `${links / 1e6} million`,
      memory: `${((links * figure('nearCacheLink')) / GIB).toFixed(1)} GiB`,
      hits: `${Math.round(hits * 100)} %`,
      redis: `${Math.round((1 - hits) * 1_000).toLocaleString('en')},000/s`,
      cores: String(Math.ceil(cpu)),
    };
  });
}

/** The space of a billion links, and the cores for counting a million visits/s. */
export const totals = () => ({
  postgresGb: Math.round((BILLION * figure('postgresLink')) / 1e9),
  redisGb: Math.round((BILLION * figure('redisLink')) / 1e9),
  workers: WORLD.regions.reduce((sum, { workers }) => sum + workers, 0),
  clickHouseCores: Math.ceil(figure('clickHouseCpu')),
  redisCores: Math.ceil(figure('redisCpu')),
  kafkaMbPerSecond: Math.round((1e6 * figure('kafkaVisit')) / 1e6),
});
