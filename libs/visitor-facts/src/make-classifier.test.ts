// The classifier as a whole: on a real web server's log, on hostile input, and on the cache's edge.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Visit } from '@kurz/click-event';
import fc from 'fast-check';

import { anyCharacter } from '../../../tests/inputs/any-character';
import { makeAgentFacts } from './make-agent-facts';
import { makeClassifier } from './make-classifier';
import { browserFamilies, deviceFamilies, osFamilies } from './names';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const visit: Visit = {
  time: 1_700_000_000_000,
  workspaceId: 'ws_1',
  linkId: 'lnk_1',
  isScan: false,
  method: 'GET',
  purpose: '',
  userAgent: FIREFOX,
  referrerHost: '',
  language: 'de-DE',
  network: '193.99.144.0',
};

const countryOf = (network: string): string => (network === '193.99.144.0' ? 'DE' : 'unknown');
const classify = makeClassifier({ countryOf });

const LOG_LINE = /^\S+ \S+ \S+ \[[^\]]+\] "(\S+) [^"]*" \d+ \S+ "[^"]*" "(.*)"$/;

function visitsOfLog(): Visit[] {
  const file = join(__dirname, '../../../tests/data/access.log.gz');
  return gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, method, agent] = LOG_LINE.exec(line) ?? [];
      return method === undefined || agent === undefined
        ? []
        : [{ ...visit, method, userAgent: agent === '-' ? '' : agent }];
    });
}

test.each([
  [undefined, undefined],
  [0, 'rule'],
  [1, '1'],
  [10, '10'],
])('the variant %p of a visit counts as %p', (variant, counted) => {
  expect(classify({ ...visit, variant }).variant).toBe(counted);
});

test('a visit becomes its counted facts, and nothing of the agent or the network is left', () => {
  expect(classify({ ...visit, isScan: true, referrerHost: 'news.example' })).toEqual({
    time: 1_700_000_000_000,
    workspaceId: 'ws_1',
    linkId: 'lnk_1',
    isBot: false,
    isScan: true,
    geo: 'DE',
    referrer: 'news.example',
    device: 'desktop',
    browser: 'Firefox',
    os: 'Linux',
    language: 'de',
  });
});

test('a visit without referrer, language and network is direct, other and unknown', () => {
  expect(classify({ ...visit, referrerHost: '', language: '', network: '' })).toMatchObject({
    referrer: '~direct',
    language: '~other',
    geo: 'unknown',
  });
});

test('one agent is judged by each visit for itself', () => {
  expect(classify(visit).isBot).toBe(false);
  expect(classify({ ...visit, method: 'HEAD' }).isBot).toBe(true);
  expect(classify({ ...visit, purpose: 'prefetch' }).isBot).toBe(true);
  expect(classify(visit).isBot).toBe(false);
});

test('every line of a real log has families of the closed lists, and its HEAD requests are bots', () => {
  const visits = visitsOfLog();
  expect(visits.length).toBeGreaterThan(9_990);
  expect(visits.filter(({ method }) => method === 'HEAD')).toHaveLength(42);
  for (const each of visits) {
    const classified = classify(each);
    expect(deviceFamilies).toContain(classified.device);
    expect(browserFamilies).toContain(classified.browser);
    expect(osFamilies).toContain(classified.os);
    if (each.method === 'HEAD' || each.userAgent === '') expect(classified.isBot).toBe(true);
  }
});

test('the crawlers and readers of a real log are bots, its browsers are not', () => {
  const verdictOf = (part: string): Set<boolean> =>
    new Set(
      visitsOfLog()
        .filter(({ userAgent, method }) => method === 'GET' && userAgent.includes(part))
        .map((each) => classify(each).isBot),
    );
  for (const bot of [
    'Googlebot',
    'bingbot',
    'Baiduspider',
    'Feedfetcher',
    'FeedBurner',
    'UniversalFeedParser',
    'Ezooms',
  ]) {
    expect([bot, verdictOf(bot)]).toEqual([bot, new Set([true])]);
  }
  for (const browser of [
    'chromeframe',
    'Opera/9.80',
    'Firefox/27.0',
    'Chrome/32.0.1700.107 Safari/537.36',
    'Lynx/',
    'Midori',
  ]) {
    const verdicts = verdictOf(browser);
    expect([browser, verdicts.has(false)]).toEqual([browser, true]);
  }
});

test('whatever a client sends is classified into closed lists', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 600 });
  fc.assert(
    fc.property(text, text, text, text, text, (userAgent, language, referrerHost, purpose, network) => {
      const classified = classify({ ...visit, userAgent, language, referrerHost, purpose, network });
      expect(deviceFamilies).toContain(classified.device);
      expect(browserFamilies).toContain(classified.browser);
      expect(osFamilies).toContain(classified.os);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('agents that differ only after 512 characters are one agent', () => {
  const long = FIREFOX.padEnd(512, ' x');
  expect(classify({ ...visit, userAgent: `${long} Googlebot/2.1` })).toEqual(
    classify({ ...visit, userAgent: long }),
  );
});

test('a full cache forgets an agent and judges it the same again', () => {
  const factsOf = makeAgentFacts(2);
  const first = factsOf(FIREFOX);
  expect(factsOf(FIREFOX)).toBe(first);
  factsOf('curl/8.5.0');
  factsOf('curl/8.6.0');
  expect(factsOf(FIREFOX)).not.toBe(first);
  expect(factsOf(FIREFOX)).toEqual(first);
});
