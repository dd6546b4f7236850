import { REFERRER_CAP } from '@kurz/click-event';
import { SourceChanged, type MovedVisit } from './import-source';
import { makeMovedClassifier, visitsByDay } from './visits-by-day';

const UNTIL = new Date('2026-03-15T12:00:00Z');
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const visitAt = (moment: string, more: Partial<MovedVisit> = {}): MovedVisit => ({
  time: Date.parse(moment),
  referrer: '',
  userAgent: CHROME,
  address: '',
  country: 'de',
  ...more,
});

/** Pages of an attempt; an error ends it. */
const told = (...attempts: (readonly MovedVisit[] | Error)[][]) => {
  const of = async function* () {
    for (const page of attempts.shift() ?? []) {
      if (page instanceof Error) throw page;
      yield await Promise.resolve(page);
    }
  };
  const history = { kind: 'visits' as const, keyOf: () => undefined, of };
  const classify = makeMovedClassifier(() => UNTIL.getTime());
  return visitsByDay(history, 'key', { until: UNTIL, classify });
};

test('visits become days: bots apart, humans by what they are, hours of recent days alone', async () => {
  const { days, total } = await told([
    [visitAt('2026-03-14T23:59:59.999Z'), visitAt('2026-03-14T23:00:00Z', { userAgent: CRAWLER })],
    [
      visitAt('2024-02-29T00:00:00Z', { referrer: 'https://news.example/front', country: '' }),
      visitAt('2026-04-01T00:00:00Z'),
      visitAt('never'),
    ],
  ]);
  expect(total).toBeUndefined();
  expect(days).toEqual([
    {
      day: '2026-03-14',
      clicks: 2,
      facts: {
        bots: 1,
        hours: [[23, 2, 1]],
        by: [
          ['geo', 'DE', 1],
          ['referrer', '~direct', 1],
          ['device', 'desktop', 1],
          ['browser', 'Chrome', 1],
          ['os', 'Windows', 1],
          ['language', '~other', 1],
        ],
      },
    },
    {
      day: '2024-02-29',
      clicks: 1,
      facts: expect.objectContaining({
        hours: [],
        by: expect.arrayContaining([
          ['geo', 'unknown', 1],
          ['referrer', 'news.example', 1],
        ]) as unknown,
      }) as unknown,
    },
  ]);
});

test('a day names as many referrers as a day of ours', async () => {
  const hosts = Array.from({ length: REFERRER_CAP + 3 }, (_, at) => `https://host-${at}.example/`);
  const { days } = await told([hosts.map((referrer) => visitAt('2025-01-01T00:00:00Z', { referrer }))]);
  const referrers = days[0]?.facts?.by.filter(([dimension]) => dimension === 'referrer') ?? [];
  expect(referrers).toHaveLength(REFERRER_CAP + 1);
  expect(referrers.at(-1)).toEqual(['referrer', '~other', 3]);
});

test('a link that gets visits while it is read is read again, a few times', async () => {
  const changed = new SourceChanged('gets visits');
  const visit = visitAt('2026-03-01T00:00:00Z');
  const { days } = await told([[visit, visit], changed], [[visit]]);
  expect(days).toMatchObject([{ clicks: 1 }]);
  await expect(told(...Array.from({ length: 6 }, () => [[visit], changed]))).rejects.toBe(changed);
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

test('a link with more numbers than fit is refused', async () => {
  const other = { country: 'FR', referrer: 'https://news.example/', userAgent: FIREFOX };
  const visits = Array.from({ length: 40_000 }, (_, at) =>
    visitAt(new Date((at * 86_400_000) / 2).toISOString(), at % 2 === 0 ? {} : other),
  );
  await expect(told([visits])).rejects.toMatchObject({ reason: 'too_large' });
});
