// A form is open while everything goes wrong: too many requests, no connection, a server that dies, a session that
// ends. Each fault is told in words, nothing typed is lost, and in the end the same form is sent.

import type { Page } from 'playwright-core';
import { openConsole, PASSWORD, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', { url: 'https://shop.example/', slug: 'summer', title: 'Before' });
});
afterAll(() => world.close());

type Form = {
  name: string;
  at: string;
  /** Text to type, by label of the field. */
  fields: Readonly<Record<string, string>>;
  send: string;
  open?: (page: Page) => Promise<void>;
  /** The URL to which the form is sent. */
  route: RegExp;
  /** Resolves when the page shows that the form was accepted. */
  done: (page: Page) => Promise<void>;
};

const FORMS: readonly Form[] = [
  {
    name: 'a new link',
    at: '/w/links?new',
    fields: { Destination: 'https://shop.example/typed', 'Short link': 'typed-once', Title: 'Typed once' },
    send: 'Create link',
    route: /\/urls$/,
    done: (page) => page.getByRole('dialog', { name: 'Your link is ready' }).waitFor(),
  },
  {
    name: 'a link that is edited',
    at: '/link',
    open: (page) => page.getByRole('button', { name: 'Edit' }).click(),
    fields: { Destination: 'https://shop.example/edited', Title: 'Edited' },
    send: 'Save',
    route: /\/urls\/summer(\?|$)/,
    done: (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
  },
  {
    name: 'several links',
    at: '/w/links',
    open: (page) => page.getByRole('button', { name: 'Paste several' }).click(),
    fields: { 'One address a line': 'https://example.com/1 pasted-a\nhttps://example.com/2 pasted-b' },
    send: 'Create links',
    route: /\/urls\/batch$/,
    done: (page) => page.getByText('2 created').waitFor(),
  },
  {
    name: "a workspace's name",
    at: '/w/settings/workspace',
    fields: { Name: 'Renamed' },
    send: 'Save',
    route: /\/workspaces\/[^/]+$/,
    done: (page) => page.getByRole('button', { name: /^Workspace\s*Renamed/ }).waitFor(),
  },
  {
    name: 'an invitation',
    at: '/w/settings/members',
    fields: { 'Email address': 'typed@example.com' },
    send: 'Invite',
    route: /\/invitations$/,
    done: (page) => page.getByRole('listitem').filter({ hasText: 'typed@example.com' }).waitFor(),
  },
  {
    name: 'a domain',
    at: '/w/settings/domains',
    fields: { Domain: 'typed.garden.example' },
    send: 'Add the domain',
    route: /\/zones$/,
    done: (page) => page.getByRole('listitem').filter({ hasText: 'typed.garden.example' }).waitFor(),
  },
];

const said = (page: Page, words: string) =>
  page.getByRole('alert').filter({ hasText: words }).first().waitFor();

test.each(FORMS)('$name', async ({ at, fields, send, open, route, done }) => {
  const { page, context, close } = await world.open(pathOf(world, { name: at, at }), { mayLoseServer: true });
  await settled(page);
  await open?.(page);
  const fieldOf = (label: string) => page.getByRole('textbox', { name: label });
  for (const [label, text] of Object.entries(fields)) await fieldOf(label).fill(text);
  const button = page.getByRole('button', { name: send, exact: true });
  const press = () => button.click();
  const expectKept = async () => {
    for (const [label, text] of Object.entries(fields)) expect(await fieldOf(label).inputValue()).toBe(text);
  };
  /** Answers each request of the form that changes something with `answer`. */
  const meets = (answer: { status: number; headers?: Record<string, string>; json: object }) =>
    page.route(route, (request) =>
      request.request().method() === 'GET' ? request.fallback() : request.fulfill(answer),
    );

  await meets({
    status: 429,
    headers: { 'Retry-After': '7' },
    json: { error: 'Too many requests.', code: 'RATE_LIMITED' },
  });
  await press();
  await said(page, 'Too many requests. Try again in 7 s.');
  await expectKept();
  await page.unroute(route);

  await meets({ status: 503, json: { error: 'The service does not answer.', code: 'DATABASE_UNAVAILABLE' } });
  await press();
  await said(page, 'The service does not answer.');
  await expectKept();
  await page.unroute(route);

  await context.setOffline(true);
  await press();
  await said(page, 'The server was not reached.');
  await expectKept();
  await context.setOffline(false);

  await context.clearCookies();
  // a request of the page itself may meet the ended session first, and then the dialog lies over the form
  await button.dispatchEvent('click');
  const renewal = page.getByRole('dialog', { name: 'Please sign in again' });
  await renewal.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await renewal.waitFor({ state: 'detached' });
  await expectKept();
  expect(await page.getByText('Please sign in').count()).toBe(0);
  await press();
  await done(page);
  await close();
});

/** Whether an alert with these words is in the window. */
const isSeen = (page: Page, words: string) =>
  page.evaluate<boolean>(`(() => {
    const alerts = [...document.querySelectorAll('[role=alert]')];
    const said = alerts.find(({ textContent }) => textContent.includes(${JSON.stringify(words)}));
    const { top, bottom, height } = said.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
  })()`);

test('in a low window a message at the end of a form is scrolled into view', async () => {
  const low = { width: 360, height: 500, mayLoseServer: true };
  const { page, context, close } = await world.open(pathOf(world, { name: '', at: '/link' }), low);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Not saved');
  await page.keyboard.press('Escape');
  await dialog.getByText('There are changes that are not saved.').waitFor();
  expect(await isSeen(page, 'There are changes that are not saved.')).toBe(true);
  await dialog.getByRole('button', { name: 'Go on editing' }).click();
  await context.setOffline(true);
  await dialog.getByLabel('Title').press('Enter');
  await dialog.getByText('The server was not reached.').waitFor();
  expect(await isSeen(page, 'The server was not reached.')).toBe(true);
  await close();
});

const AT_ONCE = 20;
/** How much of the minute must be left, in seconds: browser steps are slow on a busy machine. */
const LEFT_S = 20;

/** Exceeds a person's limit of requests per minute. When too little of this minute is left, uses up the next one. */
async function useUpTheMinute(): Promise<void> {
  const headers = { Cookie: world.cookies };
  const ask = () => fetch(`${world.product.url}/x/workspaces`, { headers });
  for (;;) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask));
    const refused = answers.find(({ status }) => status === 429);
    if (refused && Number(refused.headers.get('retry-after')) >= LEFT_S) return;
  }
}

// last test of the file: the person can request nothing more in this minute
test('a form meets the limit of its person', async () => {
  const { page, close } = await world.open(pathOf(world, { name: '', at: '/w/settings/members' }));
  await settled(page);
  const field = page.getByRole('textbox', { name: 'Email address' });
  await field.fill('limited@example.com');
  await useUpTheMinute();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const words = page.getByRole('alert').filter({ hasText: 'Too many requests.' }).first();
  expect(await words.textContent()).toMatch(/Try again in \d+ s\.$/);
  expect(await field.inputValue()).toBe('limited@example.com');
  await close();
});
