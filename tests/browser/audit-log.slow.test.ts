// The audit log says in words what changed, whose it is, and who did it, also when that person's account is deleted.

import { askAsPerson, cookieOf } from './ask-as-person';
import { openConsole, type OpenedConsole } from './open-console';

const PASSWORD = 'a horse, a stable and correctness';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

/** A new person joins the workspace by an invitation. Resolves with the id, and a function that asks as that person. */
async function join(email: string) {
  const invited = await world.x('POST', `/workspaces/${world.workspaceId}/invitations`, {
    email,
    role: 'admin',
  });
  const { secret } = (await invited.json()) as { secret: string };
  const joined = await askAsPerson(world)('POST', '/invitations/sign-up', { secret, password: PASSWORD });
  const { user } = (await joined.json()) as { user: { id: string } };
  return { userId: user.id, ask: askAsPerson(world, { Cookie: cookieOf(joined) }) };
}

async function openLog() {
  const opened = await world.open(`/app/w/${world.workspaceId}/settings/audit`);
  const rowOf = (...texts: string[]) =>
    texts.reduce((rows, hasText) => rows.filter({ hasText }), opened.page.getByRole('listitem'));
  await rowOf('Workspace created').waitFor();
  return { ...opened, rowOf };
}

test('what a person did stays told of as theirs once their account is deleted', async () => {
  const person = await join('leaving@example.com');
  const made = await person.ask('POST', `/workspaces/${world.workspaceId}/urls`, {
    url: 'https://example.com/',
    slug: 'left-behind',
  });
  expect(made.status).toBe(201);
  expect((await person.ask('DELETE', '/me', { password: PASSWORD })).status).toBe(204);
  const { rowOf, close } = await openLog();
  await rowOf('Link created', 'left-behind', 'Somebody whose account is deleted').waitFor();
  await rowOf('Member removed', 'Somebody whose account is deleted').waitFor();
  await close();
});

test('a change of a member says whose role it was', async () => {
  const person = await join('staying@example.com');
  const path = `/workspaces/${world.workspaceId}/members/${person.userId}`;
  expect((await world.x('PATCH', path, { role: 'viewer' })).status()).toBe(200);
  const { rowOf, close } = await openLog();
  await rowOf('Role changed', 'staying@example.com', 'Role: Admin → Viewer').waitFor();
  await rowOf('Member joined', 'staying@example.com').waitFor();
  await close();
});

test('another own id of a link is told of', async () => {
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'ordered' });
  await world.v1('PATCH', '/urls/ordered', { externalId: 'order-17' });
  const { rowOf, close } = await openLog();
  await rowOf('Link edited', 'ordered', 'Own id: – → order-17').waitFor();
  await close();
});

test('changes that no workspace has in its log are not offered', async () => {
  const { page, close } = await openLog();
  const offered = await page.getByLabel('Show').locator('option').allInnerTexts();
  expect(offered).toEqual(expect.arrayContaining(['Everything', 'Link created', 'Workspace exported']));
  expect(offered).not.toContain('Password changed');
  expect(offered).not.toContain('Workspace deleted');
  await close();
});
