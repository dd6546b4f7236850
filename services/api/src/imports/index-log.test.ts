import type { CountedDays, MovedVisit } from './import-source';
import { indexLog } from './index-log';
import { makeMovedClassifier, visitsByDay } from './visits-by-day';

const NOW = Date.UTC(2026, 2, 15, 12);
const HOUR_MS = 3_600_000;
const HOW = { until: new Date(NOW), classify: makeMovedClassifier(() => NOW) };
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

type LoggedVisit = MovedVisit & { key: string };

/** Visits of links 0 to 6 in turn, over a hundred days and some hours. */
const VISITS = Array.from({ length: 9_000 }, (_, at): LoggedVisit => ({
  key: `slug-${at % 7}`,
  time: NOW - Math.floor((at * at) % 2_400) * HOUR_MS,
  referrer: at % 3 === 0 ? `https://host-${at % 40}.example/${at}` : '',
  userAgent: at % 5 === 0 ? CRAWLER : CHROME,
  address: '',
  country: at % 2 === 0 ? 'DE' : 'us',
}));

async function* allOf(visits: readonly LoggedVisit[]) {
  for (const visit of visits) yield await Promise.resolve(visit);
}
const indexed = (visits: readonly LoggedVisit[]) =>
  indexLog({ kind: 'log', keyOf: ({ slug }) => slug, all: () => allOf(visits) }, HOW);

/** The days as an API tells them when it is asked for each link. */
async function plainly(visits: readonly LoggedVisit[], key: string): Promise<CountedDays> {
  const of = async function* () {
    yield await Promise.resolve(visits.filter((visit) => visit.key === key));
  };
  return visitsByDay({ kind: 'visits', keyOf: () => undefined, of }, key, HOW);
}

test('each link has its own visits, as if it had been asked for alone', async () => {
  const daysOf = await indexed(VISITS);
  for (let link = 0; link < 7; link++) {
    const days = await daysOf(`slug-${link}`);
    expect(days.days.length).toBeGreaterThan(50);
    expect(days).toEqual(await plainly(VISITS, `slug-${link}`));
  }
});

test('a link without visits has no days, and visits without a time are none', async () => {
  const daysOf = await indexed([{ ...VISITS[0], key: 'lost', time: NaN } as LoggedVisit]);
  expect(await daysOf('lost')).toEqual({ days: [], total: undefined });
  expect(await daysOf('constructor')).toEqual({ days: [], total: undefined });
});
