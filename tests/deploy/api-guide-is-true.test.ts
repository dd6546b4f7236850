// The tables and figures of docs/api.md are those of the code: plans, scopes, roles, sizes, headers, times.

import plans from '../../services/api/src/plans/plans.json';
import { ANALYTICS_CONFIG } from '../../services/api/src/analytics/query-analytics';
import { allScopes, scopesOfRole } from '../../services/api/src/access/scopes';
import { MAX_LINKS } from '../../services/api/src/campaigns/read-live-campaigns';
import { IDEMPOTENCY_TTL_HOURS } from '../../services/api/src/idempotency/stored-answers';
import { MAX_DESTINATION_CHARACTERS } from '../../services/api/src/links/validate-destination';
import { follow } from '../../services/api/src/openapi/follow';
import { operations } from '../../services/api/src/openapi/operations';
import { isBotAgent } from '../../libs/visitor-facts/src/is-bot-agent';
import { isPrefetch } from '../../libs/visitor-facts/src/bot-of';
import { MAX_LINGER_MS } from '../../services/ingester/src/kafka-ingester';
import { readText } from './deploy-files';
import { settingsOf } from './service-settings';

const guide = readText('docs/api.md');

function chapter(title: string): string {
  const [, text] = guide.split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`docs/api.md has no chapter ${title}`);
  return text.split('\n## ')[0] ?? '';
}
const prose = (title: string) => chapter(title).replace(/\s+/g, ' ');

/** Rows of all tables in a text, without heads. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter(
      (line, index, lines) =>
        line.startsWith('| ') && !/^\| ---/.test(line) && !/^\| ---/.test(lines[index + 1] ?? ''),
    )
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.replaceAll('`', '')),
    );

it('has the figures of each plan', () => {
  const numberOf = (cell = '') => {
    if (cell === 'no limit') return Number.MAX_SAFE_INTEGER;
    return cell === '–' ? 0 : Number(cell.replaceAll(',', ''));
  };
  const shown = rowsOf(chapter('Plans')).map(([name = '', ...cells]) => [
    name,
    {
      hasApi: cells[0] === 'yes',
      requestsPerMinute: numberOf(cells[1]),
      batchMaxLinks: numberOf(cells[2]),
      linksPerMonth: numberOf(cells[3]),
      humanEventsPerMonth: numberOf(cells[4]),
      retentionDays: numberOf(cells[5]),
      hasCampaignReports: cells[6] === 'yes',
      customDomains: numberOf(cells[7]),
      hasUtmConventions: cells[8] === 'yes',
    },
  ]);
  expect(Object.fromEntries(shown)).toEqual(plans);
});

it('has the scope that the routes ask for beside each operation', () => {
  const shown = rowsOf(chapter('Scopes and roles').split('caps the scopes')[0] ?? '').flatMap(
    ([scope = '', all = '']) => all.split(', ').map((operation) => `${operation}: ${scope}`),
  );
  const needed = operations().flatMap(({ method, path, node }) => {
    const [, scope] = /\bscope\s+`([a-z:]+)`/.exec(String(node['description'])) ?? [];
    return scope === undefined ? [] : [`${method.toUpperCase()} ${path}: ${scope}`];
  });
  expect(needed.length).toBe(15);
  expect(shown.sort()).toEqual(needed.sort());
});

it('has the scopes that each role leaves', () => {
  const shown = rowsOf(chapter('Scopes and roles').split('caps the scopes')[1] ?? '');
  const cells = (role: Parameters<typeof scopesOfRole>[0]) =>
    allScopes.map((scope) => (scopesOfRole(role).includes(scope) ? 'yes' : 'no'));
  expect(shown).toEqual(
    (['viewer', 'member', 'admin', 'owner'] as const).map((role) => [role, ...cells(role)]),
  );
});

it('has each header of the file, of requests and of answers, once', () => {
  const [sent = '', given = ''] = chapter('Headers').split('**Of answers.**');
  const named = (text: string) => rowsOf(text).map(([name = '']) => name);
  const parameters = operations().flatMap(({ parameters: all }) =>
    all.flatMap(({ in: place, name }) => (place === 'header' ? [String(name)] : [])),
  );
  const headers = operations().flatMap(({ node }) =>
    Object.values(follow(node['responses'])).flatMap((response) =>
      Object.keys(follow(follow(response)['headers'] ?? {})),
    ),
  );
  const always = ['Authorization', 'Content-Type', 'Accept'];
  expect(named(sent).sort()).toEqual([...new Set([...always, ...parameters])].sort());
  expect(named(given).sort()).toEqual([...new Set(headers)].sort());
  expect(named(given)).toEqual(expect.arrayContaining(['ETag', 'RateLimit', 'Retry-After', 'X-Request-Id']));
});

const sizeOf = (schema: string) => follow({ $ref: `#/components/schemas/${schema}` });
const figure = (value: unknown) => Number(value).toLocaleString('en-US');

it('has the sizes of the file', () => {
  const parameter = (name: string) => follow(follow({ $ref: `#/components/parameters/${name}` })['schema']);
  const [, least, most] = /\{(\d+),(\d+)\}/.exec(String(sizeOf('Slug')['pattern'])) ?? [];
  const links = follow(follow(sizeOf('BatchRequest')['properties'])['links']);
  const limit = parameter('Limit');
  expect(prose('Limits')).toContain(
    `A destination has up to ${figure(MAX_DESTINATION_CHARACTERS)} characters, ` +
      `a title up to ${figure(sizeOf('Title')['maxLength'])}, a slug ${figure(least)} to ${figure(most)}, ` +
      `a search (\`q\`) up to ${figure(parameter('Search')['maxLength'])}. ` +
      `A batch has ${figure(links['minItems'])} to ${figure(links['maxItems'])} links. ` +
      `A page of a list has ${figure(limit['default'])} links by default and ${figure(limit['maximum'])} at most.`,
  );
});

it('has the times of the ingester and of the API', () => {
  const { defaults } = settingsOf('ingester');
  const seconds = (name: string) => Number(defaults.get(name)) / 1_000;
  const times = rowsOf(chapter('When a visit appears')).map(([, time]) => time);
  expect(times).toEqual([
    `${MAX_LINGER_MS.live} ms`,
    `${MAX_LINGER_MS.hits / 1_000} s`,
    `${seconds('KURZ_LINGER_MS')} s`,
  ]);
  const text = prose('When a visit appears');
  expect(text).toContain(`${seconds('KURZ_FINAL_AFTER_MS') / 60} minutes after its last day at the earliest`);
  expect(text).toContain(`waits for it for ${ANALYTICS_CONFIG.waitMs / 1_000} s at most`);
  expect(text).toContain(`the ${figure(MAX_LINKS)} links with the most \`hits\``);
  expect(prose('Retrying')).toContain(`within ${IDEMPOTENCY_TTL_HOURS} hours`);
});

it('says of which visits are bots what the classifier says', () => {
  const text = prose('Visits, bots and people');
  for (const purpose of ['prefetch', 'prerender', 'preview']) {
    expect(text).toContain(`\`${purpose}\``);
    expect(isPrefetch(purpose)).toBe(true);
  }
  const agents: [string, string][] = [
    ['is empty', ''],
    ["is no browser's", 'MyApp/3 CFNetwork/1485 Darwin/23.1.0'],
    ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['a link preview', 'facebookexternalhit/1.1'],
    ['a monitor', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
    ['a mail scanner', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Barracuda/1'],
    ['a library', 'curl/8.5.0'],
    ['a browser without a person', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/120.0'],
    ['a helper of a language model', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; ChatGPT-User/1.0)'],
  ];
  for (const [words, agent] of agents) {
    expect(text).toContain(words);
    expect([agent, isBotAgent(agent)]).toEqual([agent, true]);
  }
});
