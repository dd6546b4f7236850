// A person whose password the admin command sets can sign in with it, with or without an earlier password.

import { adminJson, runAdminCommandWith } from './admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;

beforeAll(async () => {
  kurz = await startStandalone({ isNew: false });
});
afterAll(() => kurz.close());

const runWith = (input: string, ...words: string[]) =>
  runAdminCommandWith(input, { KURZ_DATA_DIR: kurz.dataDirectory }, ...words);
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
});

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
});

it('lets a person sign in who had no password', async () => {
  await adminJson(kurz.dataDirectory, 'user', 'create', '--email', 'ben@example.com');
  await setPassword('ben@example.com', 'a password at last');
  expect((await signIn('ben@example.com', 'a password at last')).status).toBe(200);
});

it('says that there is no such person', async () => {
  const { code, stderr } = await setPassword('nobody@example.com', 'a password at last');
  expect([code, stderr]).toEqual([1, expect.stringContaining('no user with the email nobody@example.com')]);
});

it('refuses a password that the web app would refuse, and makes nobody', async () => {
  const create = ['user', 'create', '--email', 'cleo@example.com'];
  const length = 'must have from 10 to 256 characters';
  const refused: [string, string[], string][] = [
    ['', [...create, '--password', ''], length],
    ['', [...create, '--password', 'short'], length],
    ['', [...create, '--password', 'x'.repeat(257)], length],
    ['', [...create, '--password', 'Cleo@Example.com'], 'must not be the e-mail address'],
    ['ninechars\n', [...create, '--password-stdin'], length],
    ['\n', ['user', 'set-password', '--email', 'ben@example.com'], length],
    ['ben@example.com\n', ['user', 'set-password', '--email', 'ben@example.com'], 'the e-mail address'],
  ];
  for (const [input, words, reason] of refused) {
    const { code, stdout, stderr } = await runWith(input, ...words);
    expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: '' });
    expect(stderr).toContain(reason);
  }
  expect(await setPassword('cleo@example.com', 'a password at last')).toMatchObject({ code: 1 });
  expect((await signIn('ben@example.com', 'a password at last')).status).toBe(200);
});
