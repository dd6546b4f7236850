// One request for a short link as a test sends it, with all that the stats should make of it.

export type Visitor = { agent: string; device: string; browser: string; os: string; language: string };

export type AskedVisit = {
  slug: string;
  isScan: boolean;
  /** Asked with HEAD. */
  isBot: boolean;
  visitor: Visitor;
  /** Host of the Referer; empty when none is sent. */
  referrer: string;
};

export const VISITORS: readonly Visitor[] = [
  {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    device: 'desktop',
    browser: 'Chrome',
    os: 'Windows',
    language: 'de',
  },
  {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    device: 'mobile',
    browser: 'Safari',
    os: 'iOS',
    language: 'en',
  },
  {
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    device: 'desktop',
    browser: 'Firefox',
    os: 'Linux',
    language: 'fr',
  },
];
