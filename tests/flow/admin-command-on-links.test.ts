// The operator's decisions about links, made by the admin command, apply to visitors and owners when the command ends.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { adminJson, runAdminCommand } from './admin-command';
import { rowsOf } from './spawn-admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;
beforeAll(async () => {
  kurz = await startStandalone({ isNew: false });
});
afterAll(() => kurz.close());

const json = (...words: string[]) => adminJson(kurz.dataDirectory, ...words);

async function api(method: string, at: string, body?: object) {
  const response = await fetch(`${kurz.url}/v1${at}`, {
    method,
    headers: { authorization: `Bearer ${kurz.token ?? ''}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text };
}

async function visit(slug: string) {
  const response = await fetch(`${kurz.url}/${slug}`, { redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), page: await response.text() };
}

const workspace = async () =>
  String(rowsOf(await json('workspace', 'list'), 'workspaces').find((row) => !row['isPersonal'])?.['id']);

it('restricts a link: 410 at once, its owner cannot delete it, and 302 at once when it is lifted', async () => {
  await api('POST', '/urls', { url: 'https://example.com/a', slug: 'bait' });
  expect((await visit('bait')).status).toBe(302);
  const restricted = await json('link', 'restrict', kurz.zone, 'bait');
  expect((await visit('bait')).status).toBe(410);
  expect(restricted).toEqual({
    id: expect.stringMatching(/^lnk_/) as string,
    workspaceId: await workspace(),
    isRestricted: true,
  });
  const refused = await api('DELETE', '/urls/bait');
  expect([refused.status, refused.text.includes('LINK_RESTRICTED')]).toEqual([403, true]);
  expect((await api('GET', '/urls/bait')).text).toContain('"isRestricted":true');
  expect(await json('link', 'unrestrict', kurz.zone, 'bait')).toMatchObject({ isRestricted: false });
  expect((await visit('bait')).status).toBe(302);
});

it('marks a link as unsafe: a warning that names the destination at once, and none when it is safe again', async () => {
  await api('POST', '/urls', { url: 'https://phish.example/login', slug: 'lure' });
  await json('link', 'unsafe', kurz.zone, 'lure');
  const warned = await visit('lure');
  expect([warned.status, warned.location]).toEqual([200, null]);
  expect(warned.page).toContain('phish.example');
  expect((await api('GET', '/urls/lure')).text).toContain('"isUnsafe":true');
  await json('link', 'safe', kurz.zone, 'lure');
  expect(await visit('lure')).toMatchObject({ status: 302, location: 'https://phish.example/login' });
});

it('gives a workspace its conventions from a file, and the next list shows which links drift', async () => {
  await api('POST', '/urls', { url: 'https://example.com/?utm_source=News', slug: 'drifts' });
  const id = await workspace();
  await json('workspace', 'set-plan', id, 'team');
  const file = path.join(path.dirname(kurz.dataDirectory), 'conventions.json');
  writeFileSync(file, JSON.stringify({ required: ['source'], lowercase: true }));
  expect(await json('utm-conventions', 'set', id, file)).toEqual({
    id,
    conventions: { enabled: true, required: ['source'], allowed: {}, lowercase: true, separator: null },
  });
  expect((await api('GET', '/urls?q=drifts')).text).toContain('"utmDrift":true');
});

it('decides on links while the product is stopped, and visitors get it from the first request on', async () => {
  await api('POST', '/urls', { url: 'https://example.com/', slug: 'asleep' });
  await kurz.stop();
  await json('link', 'restrict', kurz.zone, 'asleep');
  kurz = Object.assign(await kurz.restart(), { token: kurz.token });
  expect((await visit('asleep')).status).toBe(410);
});

it('refuses what cannot be with a clear error, a non-zero exit code and nothing on standard output', async () => {
  const id = await workspace();
  const file = path.join(path.dirname(kurz.dataDirectory), 'faulty.json');
  writeFileSync(file, '{"lowerCase": true}');
  const refused: [string[], string][] = [
    [['link', 'restrict', kurz.zone, 'nobody'], `no link ${kurz.zone}/nobody`],
    [['link', 'unsafe', 'nowhere.example', 'bait'], 'no link'],
    [['utm-conventions', 'set', id, file], 'lowerCase'],
    [['utm-conventions', 'set', id, '/nonexistent.json'], 'cannot be read'],
    [['link', 'restrict', kurz.zone], 'slug'],
  ];
  for (const [words, reason] of refused) {
    const { code, stdout, stderr } = await runAdminCommand(kurz.dataDirectory, ...words);
    expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: '' });
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('    at ');
  }
});
