// The whole classifier against agents that others collected: crawlers, browsers, and our list of odd people.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import crawlers from 'crawler-user-agents';

import { isBotAgent } from './is-bot-agent';

// Patterns of crawler-user-agents 1.60.0 that match people: the list holds all that its keepers saw, not only crawlers.
const PEOPLE_AMONG_CRAWLERS = new Map([
  ['MetaIAB Facebook', "the Facebook app's own browser on Android"],
  [
    'AP3A\\.240617\\.008',
    "the Instagram app's own browser; the pattern is the build number of an OPPO phone",
  ],
  ['Code\\/1\\.', "the editor VS Code's built-in browser"],
  ['Trae\\/', "the editor Trae's built-in browser"],
  ['Fluid', 'Fluid makes Mac apps out of web sites, for people'],
]);

const bots = crawlers
  .filter(({ pattern }) => !PEOPLE_AMONG_CRAWLERS.has(pattern))
  .flatMap(({ instances }) => instances);

type Recorded = { userAgent: string };

const browsers = userAgentsOf(join(dirname(require.resolve('user-agents')), 'user-agents.json'));
const handKept = handKeptAgents();

function userAgentsOf(file: string): string[] {
  const records: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(records)) throw new Error(`${file} holds no list`);
  return records.filter(isRecorded).map(({ userAgent }) => userAgent);
}

function isRecorded(value: unknown): value is Recorded {
  return (
    typeof value === 'object' && value !== null && 'userAgent' in value && typeof value.userAgent === 'string'
  );
}

function handKeptAgents(): string[] {
  const lines = readFileSync(join(__dirname, 'people-agents.tsv'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t')[3] ?? '');
}

function shareOfBots(agents: Iterable<string>): {
  share: number;
  of: number;
  bots: string[];
  others: string[];
} {
  const all = [...agents];
  const found = all.filter((agent) => isBotAgent(agent));
  return {
    share: found.length / all.length,
    of: all.length,
    bots: found,
    others: all.filter((a) => !isBotAgent(a)),
  };
}

function say(what: string, { share, of }: { share: number; of: number }): void {
  process.stdout.write(`${what}: ${(share * 100).toFixed(2)} % of ${of}\n`);
}

test('at least 99 % of the known crawlers are bots', () => {
  const found = shareOfBots(bots);
  say('recall on crawler-user-agents', found);
  expect(found.of).toBeGreaterThan(2_000);
  expect(found.share).toBeGreaterThanOrEqual(0.99);
});

test('at most 1 % of real browsers are taken for bots, counted by record and by different agent', () => {
  const byRecord = shareOfBots(browsers);
  const byAgent = shareOfBots(new Set(browsers));
  say('false alarms on user-agents, records', byRecord);
  say('false alarms on user-agents, different agents', byAgent);
  expect(byRecord.of).toBeGreaterThanOrEqual(10_000);
  expect(byAgent.of).toBeGreaterThan(900);
  expect(byRecord.share).toBeLessThanOrEqual(0.01);
  expect(byAgent.share).toBeLessThanOrEqual(0.01);
});

test('none of the hand-kept people in apps, on televisions and old phones is taken for a bot', () => {
  const found = shareOfBots(handKept);
  say('false alarms on our list', found);
  expect(found.of).toBeGreaterThanOrEqual(60);
  expect(found.bots).toEqual([]);
});

test('each agent taken out of the crawler list is a person here, and still in that list', () => {
  for (const pattern of PEOPLE_AMONG_CRAWLERS.keys()) {
    const entry = crawlers.find((crawler) => crawler.pattern === pattern);
    expect(entry).toBeDefined();
    expect(entry?.instances.filter((agent) => isBotAgent(agent))).toEqual([]);
  }
});
