// Compares rules as production runs them (text, compiled, facts of a request) with an independent reference. 5,000
// random pairs; with KURZ_LONG_TESTS=1 100,000.

import { encodeConditions, type CachedLink, type Rule } from '@kurz/link-cache';
import { silentLog } from '@kurz/process';
import fc from 'fast-check';
import { anyWebUrl } from '../../../../tests/inputs/any-web-url';
import { makeChooseLocation } from './choose-location';

const PAIRS = process.env['KURZ_LONG_TESTS'] === '1' ? 100_000 : 5_000;
const FALLBACK = 'https://x.example/fallback';

type Person = { country: string; device: string; system: string; browser: string; agent: string };
const PEOPLE: readonly Person[] = [
  {
    country: 'DE',
    device: 'desktop',
    system: 'Linux',
    browser: 'Firefox',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  },
  {
    country: 'AT',
    device: 'mobile',
    system: 'iOS',
    browser: 'Safari',
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  },
  {
    country: 'unknown',
    device: 'desktop',
    system: 'Windows',
    browser: 'Chrome',
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  },
];
/** Their networks, as the redirector cuts them. */
const NETWORKS = new Map(PEOPLE.map(({ country }, index) => [`10.0.${index}.0`, country]));

type Request = {
  person: number;
  language: string;
  isScan: boolean;
  query: [string, string][];
  now: number;
};

/** For the reference, which does not use Intl: offsets of the zones in the weeks that are tested. */
const OFFSETS: Readonly<Record<string, number>> = { UTC: 0, 'Asia/Kolkata': 330, 'America/Phoenix': -420 };
function referenceOf(rules: readonly Rule[], request: Request): string {
  const person = PEOPLE[request.person];
  const isAmong = (list: readonly string[] | undefined, value: string | undefined) =>
    !list || list.some((each) => each === value);
  for (const rule of rules) {
    const { time, via, query } = rule;
    if (!isAmong(rule.countries, person?.country) || !isAmong(rule.devices, person?.device)) continue;
    if (!isAmong(rule.systems, person?.system) || !isAmong(rule.browsers, person?.browser)) continue;
    if (!isAmong(rule.languages, request.language)) continue;
    if (via && (via === 'scan') !== request.isScan) continue;
    if (
      query &&
      !request.query.some(([name, value]) => name === query.name && (query.value ?? value) === value)
    )
      continue;
    if (time) {
      // 1 January 1970 was a Thursday
      const minutes = Math.floor(request.now / 60_000) + (OFFSETS[time.zone] ?? NaN);
      const length = time.from < time.to ? time.to - time.from : 1_440 - time.from + time.to;
      const isOn = time.days.some((day) => {
        const begin = ((day - 4 + 7) % 7) * 1_440 + time.from;
        return (((minutes - begin) % 10_080) + 10_080) % 10_080 < length;
      });
      if (!isOn) continue;
    }
    return rule.location;
  }
  return FALLBACK;
}

const some = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const minute = fc.integer({ min: 0, max: 47 }).map((half) => half * 30);
const parameter = fc.constantFrom('a', 'b', 'ü');
const rules = fc.array(
  fc.record(
    {
      countries: some('DE', 'AT', 'FR'),
      devices: some('desktop', 'mobile', 'tv'),
      systems: some('Linux', 'iOS', 'Windows'),
      browsers: some('Firefox', 'Safari', 'Chrome'),
      languages: some('de', 'en'),
      via: fc.constantFrom('click' as const, 'scan' as const),
      query: fc.record(
        { name: parameter, value: fc.constantFrom('', '1', 'ä b') },
        { requiredKeys: ['name'] },
      ),
      time: fc
        .record({
          zone: fc.constantFrom(...Object.keys(OFFSETS)),
          days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
          from: minute,
          to: minute,
        })
        .filter(({ from, to }) => from !== to),
      location: anyWebUrl(),
    },
    { requiredKeys: ['location'] },
  ),
  { maxLength: 20 },
);
const request = fc.record({
  person: fc.nat({ max: PEOPLE.length - 1 }),
  language: fc.constantFrom('de', 'en', '~other'),
  isScan: fc.boolean(),
  query: fc.array(fc.tuple(parameter, fc.constantFrom('', '1', 'ä b', '2')), { maxLength: 3 }),
  // of the year 2026, when none of the zones changes its offset
  now: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) - 1 }),
});

test(`Rules lead ${PAIRS} visitors where the reference leads them`, async () => {
  let now = 0;
  let version = 0;
  let matched = 0;
  const choose = makeChooseLocation(
    {
      openCountries: () => Promise.resolve((network) => NETWORKS.get(network) ?? 'unknown'),
      now: () => now,
      log: silentLog,
    },
    { trustedProxies: 0 },
  );
  await fc.assert(
    fc.asyncProperty(rules, request, async (given, asked) => {
      now = asked.now;
      const link: CachedLink = {
        kind: 'link',
        linkId: 'lnk_1',
        workspaceId: 'ws_1',
        location: FALLBACK,
        state: 'conditional',
        version: ++version,
        conditional: { isUnsafe: false, text: encodeConditions({ rules: given }) },
      };
      const query = new URLSearchParams(asked.query).toString();
      const sender = {
        host: 'x.example',
        userAgent: PEOPLE[asked.person]?.agent ?? '',
        referer: '',
        acceptLanguage: asked.language === '~other' ? '*' : `${asked.language}-XX,fr;q=0.5`,
        forwardedFor: '',
        purpose: '',
        fetchSite: '',
        cookie: '',
        traceparent: '',
        remoteAddress: `10.0.${asked.person}.7`,
      };
      const target = `/slug${query && '?'}${query}`;
      const expected = referenceOf(given, asked);
      if (expected !== FALLBACK) matched++;
      expect(await choose(link, { target, sender, isScan: asked.isScan })).toEqual({ location: expected });
    }),
    { numRuns: PAIRS },
  );
  expect(matched).toBeGreaterThan(PAIRS / 20);
});
