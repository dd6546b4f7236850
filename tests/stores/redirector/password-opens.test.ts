// The cookie of a link with a password opens that link as it is now, until its password changes, on both paths.

import { encodeConditions } from '@kurz/link-cache';
import { hashPassword } from '@kurz/password-hash';
import { addGuardedLink, cookieOf, give, openGuarded, PASSWORD, type OpenGuarded } from './guarded-links';
import { deleteLink, locationOf, SHARED_ZONE } from './stored-links';

const AWAY = () => Promise.reject(new Error('away'));

describe.each([
  ['on the fast path', true],
  ['behind node:http', false],
])('%s', (_, hasFastPath) => {
  let open: OpenGuarded;
  beforeAll(async () => {
    open = await openGuarded({ hasFastPath });
  });
  afterAll(() => open.close());

  const get: OpenGuarded['get'] = (...asked) => open.get(...asked);
  const led: OpenGuarded['led'] = (...asked) => open.led(...asked);
  const update: OpenGuarded['update'] = (...asked) => open.update(...asked);
  const unlock = async (path: string) => {
    const answer = await give(open.port, path, PASSWORD);
    expect([answer.status, answer.body]).toEqual([303, '']);
    return cookieOf(answer);
  };

  test('A cookie that was forged, of another link, or of an earlier password opens nothing', async () => {
    await addGuardedLink(open, 'mine');
    await addGuardedLink(open, 'other');
    const cookie = await unlock('mine');
    const [, until = '', mac = ''] = /^kurz_link=(\d+)\.([\w-]+)$/.exec(cookie) ?? [];
    expect(await led('mine', cookie)).toBe(locationOf('mine'));
    expect(await led('mine', `kurz_link=1.x; ${cookie}`)).toBe(locationOf('mine'));
    const forged = [
      `kurz_link=${until}.${'A'.repeat(43)}`,
      `kurz_link=${Number(until) - 1}.${mac}`,
      `kurz_link=${Number(until) + 100_000_000}.${mac}`,
      `kurz_link=${until}.${mac.slice(1)}`,
      `kurz_link=${until}`,
      'kurz_link=',
      `kurz_link2=${until}.${mac}`,
      await unlock('other'),
    ];
    for (const each of forged) expect([each, await led('mine', each)]).toEqual([each, 200]);
    // the same password counts as a new one when it is set again
    await update('mine', { password_hash: await hashPassword(PASSWORD) });
    expect(await led('mine', cookie)).toBe(200);
    expect(await led('mine', await unlock('mine'))).toBe(locationOf('mine'));
  });

  test('While PostgreSQL is away the form is there, says so, and leads nowhere', async () => {
    await addGuardedLink(open, 'away');
    const cookie = await unlock('away');
    open.reads.holdBack(AWAY);
    try {
      expect((await get('away')).status).toBe(200);
      for (const answer of [await get('away', { cookie }), await give(open.port, 'away', PASSWORD)]) {
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
        expect(answer.headers).not.toHaveProperty('location');
        expect(answer.body).toContain('Passwords cannot be checked right now');
        expect(answer.body).not.toContain('example.com');
      }
    } finally {
      open.reads.holdBack(undefined);
    }
    expect(await led('away', cookie)).toBe(locationOf('away'));
  });

  test('Pause, restriction, end, rename, deletion and the end of the password hold for who has the cookie', async () => {
    const expiresAt = new Date(open.wallNow() + 60_000);
    await addGuardedLink(open, 'life', { expiresAt, expired: 'https://late.example/' });
    const cookie = await unlock('life');
    await update('life', { is_enabled: false });
    expect([await led('life', cookie), await led('life', '')]).toEqual([404, 404]);
    await update('life', { is_enabled: true, is_restricted: true });
    expect([await led('life', cookie), await led('life', '')]).toEqual([410, 410]);
    await update('life', { is_restricted: false });
    expect([await led('life', cookie), await led('life', '')]).toEqual([locationOf('life'), 200]);
    open.pass(60_000);
    expect([await led('life', cookie), await led('life', '')]).toEqual([
      'https://late.example/',
      'https://late.example/',
    ]);
    await addGuardedLink(open, 'goes');
    const goes = await unlock('goes');
    await update('goes', { slug: 'went' });
    await open.linkCache.apply({ zoneId: SHARED_ZONE, slug: 'goes' }, { kind: 'gone', version: 2 ** 40 });
    expect([await led('goes', goes), await led('went', '')]).toEqual([404, 200]);
    await update('went', { password_hash: null });
    expect(await led('went', '')).toBe(locationOf('goes'));
    await deleteLink(open.db, open.linkCache, 'went');
    expect(await led('went', goes)).toBe(404);
  });

  test('Rules and the passed-on query hold behind the password', async () => {
    const conditions = encodeConditions({
      rules: [{ query: { name: 'ref' }, location: 'https://rule.example/' }],
      forwardsQuery: true,
    });
    await addGuardedLink(open, 'ruled', { conditions });
    const { body } = await get('ruled?ref=a');
    expect(body).not.toContain('rule.example');
    const cookie = await unlock('ruled');
    expect(await led('ruled', cookie)).toBe(locationOf('ruled'));
    expect(await led('ruled?ref=a&b=c', cookie)).toBe('https://rule.example/?ref=a&b=c');
  });

  test('An unsafe one warns behind the password, also where the address answers the warning already', async () => {
    await addGuardedLink(open, 'unsafe', { isUnsafe: true });
    const asked = await get('unsafe?continue=unsafe');
    expect([asked.status, asked.body.includes('example.com')]).toEqual([200, false]);
    const answer = await give(open.port, 'unsafe?a=b&continue=unsafe', PASSWORD);
    expect(answer.headers.location).toBe('/unsafe?a=b');
    const cookie = cookieOf(answer);
    const warning = await get('unsafe?a=b', { cookie });
    expect([warning.status, warning.headers.location]).toEqual([200, undefined]);
    expect(warning.body).toContain('Go on to example.com anyway');
    expect(await led('unsafe?continue=unsafe', cookie)).toBe(locationOf('unsafe'));
  });

  test('Neither the link cache nor a header of the answers holds the destination', async () => {
    await addGuardedLink(open, 'kept', { location: 'https://secret.example/kept' });
    const cookie = await unlock('kept');
    expect(await led('kept', cookie)).toBe('https://secret.example/kept');
    const entry = await open.linkCache.get({ zoneId: SHARED_ZONE, slug: 'kept' });
    expect(entry).toMatchObject({ kind: 'link', location: '-', state: 'conditional' });
    expect(JSON.stringify(entry)).not.toContain('secret');
    expect(JSON.stringify(entry)).not.toContain('argon2');
    expect(await led('kept', '')).toBe(200);
  });
});
