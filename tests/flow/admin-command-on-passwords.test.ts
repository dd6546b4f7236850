// A person whom the admin command gives a password can sign in with it, also when they had another one or none.

import { adminJson, runAdminCommandWith } from './admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;

beforeAll(async () => {
  kurz = await startStandalone();
}, 90_000);
afterAll(() => kurz.close(), 20_000);

const runWith = (input: string, ...words: string[]) =>
  runAdminCommandWith(input, kurz.dataDirectory, ...words);
const setPassword = (email: string, password: string) =>
  runWith(`${password}\n`, 'user', 'set-password', '--email', email, '--json');

const page = () => ({ origin: kurz.url, 'x-requested-with': 'kurz', 'content-type': 'application/json' });

/** Status and cookies of a sign-in. */
async function signIn(email: string, password: string): Promise<{ status: number; cookie: string }> {
  const { status, headers } = await fetch(`${kurz.url}/x/session`, {
    method: 'POST',
    headers: page(),
    body: JSON.stringify({ email, password }),
  });
  const cookie = headers
    .getSetCookie()
    .map((value) => value.split(';', 1)[0])
    .join('; ');
  return { status, cookie };
}

const statusOfMe = async (cookie: string) =>
  (await fetch(`${kurz.url}/x/me`, { headers: { ...page(), cookie } })).status;

it('gives a new person the password that stands on standard input', async () => {
  const create = ['user', 'create', '--email', 'ada@example.com', '--password-stdin', '--json'];
  expect(await runWith('the first password\n', ...create)).toMatchObject({ code: 0, stderr: '' });
  expect((await signIn('ada@example.com', 'the first password')).status).toBe(200);
}, 30_000);

it('replaces a password and ends every session that was opened with the one before', async () => {
  const before = await signIn('ada@example.com', 'the first password');
  expect(await statusOfMe(before.cookie)).toBe(200);
  const set = await setPassword('ADA@example.com', 'the second password');
  expect(set).toMatchObject({ code: 0, stderr: '' });
  expect(set.json?.['id']).toMatch(/^usr_/);
  expect(set.stdout).not.toContain('second');
  expect(await statusOfMe(before.cookie)).toBe(401);
  expect((await signIn('ada@example.com', 'the first password')).status).toBe(401);
  expect((await signIn('ada@example.com', 'the second password')).status).toBe(200);
}, 30_000);

it('lets a person sign in who had no password', async () => {
  await adminJson(kurz.dataDirectory, 'user', 'create', '--email', 'ben@example.com');
  await setPassword('ben@example.com', 'a password at last');
  expect((await signIn('ben@example.com', 'a password at last')).status).toBe(200);
}, 30_000);

it('says that there is no such person', async () => {
  const { code, stderr } = await setPassword('nobody@example.com', 'a password at last');
  expect([code, stderr]).toEqual([1, expect.stringContaining('no user with the email nobody@example.com')]);
}, 30_000);
