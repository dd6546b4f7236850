// Links move in from a file in a real browser: uploaded, checked, imported, viewed and undone. They move out as files.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { startFakeYourls, yourlsDumpOf } from '../flow/fake-yourls';
import { TOKEN, type FakePeer } from '../stores/admin/fake-peer';
import { handsOn } from './hands';
import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
let yourls: FakePeer;
let at: string;
beforeAll(async () => {
  yourls = await startFakeYourls(() => [{ slug: 'keyword', clicks: 5 }]);
  world = await openConsole({ KURZ_OUTBOUND_ALLOW: new URL(yourls.url).host });
  at = `/app/w/${world.workspaceId}/settings/imports`;
});
afterAll(async () => {
  await world.close();
  await yourls.close();
});

const HEAD = 'slug;url;title';
const csvOf = (...lines: string[]) => Buffer.from([HEAD, ...lines].join('\r\n'));
const choose = (page: Page, content: Buffer, name = 'links.csv') =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const countOf = (page: Page, outcome: string) =>
  page
    .getByRole('row', { name: new RegExp(`^${outcome}`) })
    .getByRole('cell')
    .nth(1);
const slugStatus = async (slug: string) => (await world.v1('GET', `/urls/${slug}`)).status;

async function fileOf(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('a file is checked, imported and taken back, and says what becomes of each link', async () => {
  await world.v1('POST', '/urls', { url: 'https://example.com/elsewhere', slug: 'taken' });
  const { page, close } = await world.open(at, { refusals: [404] });
  await page.getByText('No import has made links yet.').waitFor();
  const lines = [
    'moved-in;https://example.com/;Grüße',
    'taken;https://example.com/;',
    'a.b;https://example.com/;',
  ];
  await choose(page, csvOf(...lines));
  await button(page, 'Check the file').click();
  await page.getByText('“links.csv” is checked. Nothing is changed yet.').waitFor();
  for (const outcome of ['New', 'Conflict', 'Slug not allowed'])
    expect(await countOf(page, outcome).textContent()).toBe('1');
  expect(await slugStatus('moved-in')).toBe(404);
  const report = await fileOf(page, () =>
    page.getByRole('link', { name: 'Download the list: Slug not allowed' }).click(),
  );
  expect(report).toMatchObject({ name: 'slug_not_allowed.csv' });
  expect(report.text).toContain('3,,a.b,https://example.com/,');

  // the file waits while the page is closed
  await page.reload();
  await button(page, 'Import new links: 1').click();
  await page.getByText('“links.csv” is imported.').waitFor();
  const row = page.getByRole('list', { name: 'Past imports' }).getByRole('listitem');
  await row.getByText('Finished').waitFor();
  await page.getByRole('link', { name: 'Links', exact: true }).first().click();
  await page.getByRole('row', { name: /\/moved-in / }).waitFor();

  await page.goto(world.product.url + at);
  await row.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: /^Undo the import of / });
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The import is undone. Links removed: 1; changed since and kept: 0.').waitFor();
  await row.getByText('Undone').waitFor();
  expect([await slugStatus('moved-in'), await slugStatus('taken')]).toEqual([404, 200]);
  await button(page, 'Import more links').click();
  await page.getByLabel('CSV file').waitFor();
  await close();
});

test.each(['many.csv', 'many.csv.gz'])(
  'a file of several parts arrives as it is, in UTF-16 too: %s',
  async (name) => {
    const { page, close } = await world.open(at);
    const many = Array.from(
      { length: 9_000 },
      (_, n) => `many-${n};https://example.com/?to=ä${'x'.repeat(60)};`,
    );
    const text = `\ufeff${[HEAD, ...many].join('\n')}`;
    const content = Buffer.from(text, 'utf16le');
    await choose(page, name.endsWith('.gz') ? gzipSync(content) : content, name);
    await button(page, 'Check the file').click();
    await button(page, 'Import new links: 9,000').waitFor();
    await button(page, 'Discard').click();
    await page.getByLabel('CSV file').waitFor();
    await close();
  },
);

test('a file that is dropped is chosen, and one that is none says why', async () => {
  const { page, close } = await world.open(at);
  await page.getByLabel('CSV file').waitFor();
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['PK\\u0003\\u0004'], 'links.zip'));
    return data;
  })()`);
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: transfer });
  await button(page, 'Check the file').click();
  await page.getByRole('alert').filter({ hasText: 'This is a ZIP archive.' }).waitFor();
  await button(page, 'Import more links').click();
  await page.getByLabel('CSV file').waitFor();
  await close();
});

test('an import under way elsewhere is a refusal, and so is too much at once', async () => {
  const { page, close } = await world.open(at, { refusals: [409, 429] });
  const refuse = (status: number, body: object, headers = {}) =>
    page.route('**/imports/jobs', (route) => route.fulfill({ status, json: body, headers }));
  await choose(page, csvOf('one;https://example.com/;'));
  await refuse(429, { error: 'Too many requests.', code: 'RATE_LIMITED' }, { 'Retry-After': '7' });
  await button(page, 'Check the file').click();
  await page.getByRole('alert').filter({ hasText: 'Too many requests. Try again in 7 s.' }).waitFor();
  await page.unroute('**/imports/jobs');
  await refuse(409, { error: 'Another import is under way.', code: 'IMPORT_IN_PROGRESS' });
  await button(page, 'Check the file').click();
  await page.getByRole('alert').filter({ hasText: 'Another import is under way.' }).waitFor();
  await page.unroute('**/imports/jobs');
  await close();
});

test('without a mouse a checked file is imported and taken back', async () => {
  const { page, close } = await world.open(at);
  await choose(page, csvOf('by-keys;https://example.com/keys;'));
  const hands = handsOn(page);
  await hands.tabTo('Check the file');
  await hands.press('Enter');
  await button(page, 'Import new links: 1').waitFor();
  await hands.tabTo('Import new links: 1');
  await hands.press('Enter');
  await page.getByText('“links.csv” is imported.').waitFor();
  await hands.tabTo('Undo');
  await hands.press('Enter');
  await hands.tabTo('Undo');
  await hands.press('Enter');
  await page.getByText('The import is undone. Links removed: 1').waitFor();
  await button(page, 'Import more links').click();
  await close();
});

test('the workspace is had as files: all of it, portable, and for other services', async () => {
  const { page, close } = await world.open(at);
  const link = (name: string) => page.getByRole('link', { name });
  const all = await fileOf(page, () => link('Download everything').click());
  expect([all.name, all.text.includes('"kind":"end"')]).toEqual([`kurz-${world.workspaceId}.jsonl`, true]);
  const portable = await fileOf(page, () => link('Download the portable export').click());
  expect(portable.text).toContain('"isPortable":true');
  for (const service of ['Dub', 'Shlink', 'Bitly']) {
    const file = await fileOf(page, () => link(`Links for ${service}`).click());
    expect([file.name, file.text.includes('taken')]).toEqual([
      `kurz-${world.workspaceId}.${service.toLowerCase()}.csv`,
      true,
    ]);
  }
  await close();
});

test('a service that is no public one is not asked, and says so', async () => {
  const { page, close } = await world.open(at);
  await page.getByLabel('From').selectOption('Shlink');
  await page.getByLabel('Its web address').fill('https://127.0.0.1');
  await page.getByLabel('Its API key or token').fill('token');
  await button(page, 'Read the links of Shlink').click();
  await page.getByRole('alert').filter({ hasText: 'This address is not asked' }).waitFor();
  await button(page, 'Import more links').click();
  await page.getByLabel('From').selectOption('Bitly');
  await button(page, 'Read the links of Bitly').waitFor();
  expect(await page.getByLabel('Its web address').count()).toBe(0);
  await close();
});

test.each([
  [
    'en',
    'From',
    {
      totals: 'with their totals.',
      days: 'with their totals and clicks by day.',
      without: 'without their counts.',
      none: 'this service tells none',
      byDay: /With (clicks|visits) by day/,
      visits: 'with their totals and visits by day:',
    },
  ],
  [
    'de',
    'Woher',
    {
      totals: 'mit ihren Summen.',
      days: 'mit ihren Summen und Klicks je Tag.',
      without: 'ohne ihre Zahlen.',
      none: 'Dieser Dienst nennt keine',
      byDay: /Mit (Klicks|Besuchen) je Tag/,
      visits: 'mit ihren Summen und Besuchen je Tag:',
    },
  ],
] as const)('what of its counts a service brings here is said in %s', async (language, from, says) => {
  const { page, close } = await world.open(at, { language });
  const byDay = page.getByLabel(says.byDay);
  for (const [service, text, otherwise] of [
    ['Bitly', says.days, says.without],
    ['Dub', says.days, says.totals],
    ['Kutt', says.totals],
    ['Rebrandly', says.totals],
    ['Shlink', says.visits, says.totals],
    ['Short.io', says.days, says.without],
    ['Sink', says.none],
    ['YOURLS', says.totals],
  ] as const) {
    await page.getByLabel(from, { exact: true }).selectOption(service);
    await page.getByText(text).waitFor();
    expect(await byDay.count()).toBe(otherwise === undefined ? 0 : 1);
    if (otherwise === undefined) continue;
    await byDay.uncheck();
    await page.getByText(otherwise).waitFor();
  }
  await close();
});

test('the log of YOURLS is sent with the form, and its links are read', async () => {
  const { page, close } = await world.open(at);
  await page.getByLabel('From').selectOption('YOURLS');
  await page.getByLabel('Its web address').fill(yourls.url);
  await page.getByLabel('Its API key or token').fill(TOKEN);
  await page.getByLabel('Domain of the links').selectOption({ index: 1 });
  const dump = yourlsDumpOf([1, 2].map((n) => ({ slug: 'keyword', moment: `2026-10-0${n} 10:00:00` })));
  const log = { name: 'log.sql.gz', mimeType: 'application/gzip', buffer: gzipSync(dump) };
  await page.getByLabel('Log of its visits (optional)').setInputFiles(log);
  await page.getByText('with their totals and visits by day:').waitFor();
  await button(page, 'Read the links of YOURLS').click();
  await button(page, 'Import new links: 1').click();
  await page.getByText(/^“yourls .*” is imported\.$/).waitFor();
  const stats = await world.v1('GET', '/urls/keyword/stats?from=2026-10-01&to=2026-10-31');
  expect(await stats.json()).toMatchObject({ stats: { totals: { requests: 2 }, allTime: { total: 5 } } });
  await button(page, 'Import more links').click();
  await close();
});

test('clicks by day are asked for as the form says', async () => {
  const { page, close } = await world.open(at, { refusals: [409] });
  const refusal = { error: 'Another import is under way.', code: 'IMPORT_IN_PROGRESS' };
  await page.route('**/imports/readings', (route) => route.fulfill({ status: 409, json: refusal }));
  await page.getByLabel('From').selectOption('Dub');
  await page.getByLabel('Its API key or token').fill('token');
  const sent = async () => {
    const [request] = await Promise.all([
      page.waitForRequest('**/imports/readings'),
      button(page, 'Read the links of Dub').click(),
    ]);
    return request.postDataJSON() as unknown;
  };
  expect(await sent()).toEqual({ source: 'dub', token: 'token', days: true });
  await page.getByLabel('With clicks by day').uncheck();
  expect(await sent()).toEqual({ source: 'dub', token: 'token', days: false });
  await close();
});
