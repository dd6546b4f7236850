// What strangers and members wrote stays text on every page: nothing runs, nothing becomes markup or an address, and no
// page breaks its frame.

import type { Page } from 'playwright-core';
import { addImports } from './add-imports';
import { addPasskey } from './add-passkey';
import { scrollsSideways } from './axe';
import { HOSTILE_TEXTS } from './hostile-texts';
import { openConsole, type OpenedConsole } from './open-console';
import { PAGES, settled, show } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  const { v1, x, product, workspaceId } = world;
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    const query = new URLSearchParams({ utm_campaign: text, utm_source: text, utm_medium: text });
    const url = `https://shop.example/?${query.toString()}`;
    const made = await v1('POST', '/urls', {
      slug: index === 0 ? 'summer' : `hostile${index}`,
      title: text,
      url,
    });
    if (made.status !== 201) throw new Error(`${text}: ${made.status} ${await made.text()}`);
    const referrer = `https://${text.replace(/[^\x21-\x7e]/g, '')}/`;
    await fetch(`${product.url}/summer`, { headers: { Referer: referrer }, redirect: 'manual' });
  }
  const named = await x('PATCH', `/workspaces/${workspaceId}`, { name: HOSTILE_TEXTS[1] });
  const given = await x('POST', `/workspaces/${workspaceId}/tokens`, {
    name: HOSTILE_TEXTS[2],
    expiresAt: null,
    networks: [],
    scopes: ['links:read'],
  });
  expect([named.status(), given.status()]).toEqual([200, 201]);
  const names = HOSTILE_TEXTS.filter((text) => [...text.trim()].length <= 60 && !/\p{Cc}|\p{Cs}/u.test(text));
  for (const name of names.slice(0, 20)) await addPasskey(world, name);
  await addImports(world, HOSTILE_TEXTS[1]);
});
afterAll(() => world.close());

const FAULTS = `(() => {
  const faults = [];
  if (globalThis.hit !== undefined) faults.push('a text ran: ' + globalThis.hit);
  const runs = /^\\s*(javascript|data|vbscript):/i;
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) faults.push('handler: ' + element.outerHTML.slice(0, 120));
      if (/^(href|action|formaction|xlink:href)$/i.test(name) && runs.test(value)) faults.push('address: ' + value);
      if (/^(src|data|srcdoc)$/i.test(name) && !/^\\/app\\/|^(data:image|blob:)/.test(value)) faults.push('source: ' + value);
    }
  }
  // the form of a link folds its UTM parameters
  const strange = 'iframe, object, embed, base, math, video, style, details:not(.utm)';
  for (const element of document.querySelectorAll(strange)) faults.push('element: ' + element.outerHTML.slice(0, 120));
  for (const { href } of document.querySelectorAll('link'))
    if (!href.startsWith(location.origin + '/app/')) faults.push('link: ' + href);
  return faults;
})()`;

const faultsOf = async (page: Page): Promise<string[]> => [
  ...(await page.evaluate<string[]>(FAULTS)),
  ...((await scrollsSideways(page)) ? ['scrolls sideways'] : []),
];

test('forty hostile texts are text on every page', async () => {
  const { page, close } = await world.open('/app/icon.svg', { refusals: [404], width: 400 });
  page.on('dialog', (dialog) => void dialog.dismiss());
  const found: { page: string; fault: string }[] = [];
  for (const appPage of PAGES.filter(({ isSignedOut }) => !isSignedOut)) {
    // these need a domain, whose name can hold no hostile text, so none was added
    if (['checking a domain', 'removing a domain'].includes(appPage.name)) continue;
    await show(world, page, appPage);
    found.push(...(await faultsOf(page)).map((fault) => ({ page: appPage.name, fault })));
  }
  expect(found).toEqual([]);
  await close();
});

test('titles and campaigns are shown as they were written', async () => {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/campaigns`);
  await settled(page);
  for (const text of HOSTILE_TEXTS.filter((one) => /^[\x20-\x7e]+$/.test(one)).slice(0, 20)) {
    await page.getByRole('rowheader', { name: text, exact: true }).waitFor();
  }
  await close();
});

test('a destination that runs never becomes an address, even when the server sends one', async () => {
  const { page, close } = await world.open('/app/icon.svg');
  await page.route(/\/x\/workspaces\/[^/]+\/urls/, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(
      /"url":\s*"https[^"]*"/g,
      '"url":"javascript:globalThis.hit=1"',
    );
    await route.fulfill({ response: answer, body: text });
  });
  for (const name of ['links', 'stats', 'one campaign, compared']) {
    const appPage = PAGES.find((one) => one.name === name);
    if (!appPage) throw new Error(`no page ${name}`);
    await show(world, page, appPage);
    expect({ name, faults: await faultsOf(page) }).toEqual({ name, faults: [] });
  }
  await close();
});
