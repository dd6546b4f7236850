// A link with a password leads nowhere before the password is given, on both paths and from every store. Behind the
// password it is a link like any other.

import { ask } from './ask';
import { addGuardedLink, cookieOf, give, openGuarded, PASSWORD, type OpenGuarded } from './guarded-links';
import { locationOf } from './stored-links';

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
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test.each([
    ['from PostgreSQL', false],
    ['from the link cache', true],
  ])('%s everybody gets the form, which says nothing of the destination', async (_where, isPublished) => {
    const slug = `asked-${isPublished}`;
    await addGuardedLink(open, slug, { isPublished, location: 'https://secret.example/deep' });
    const before = (await open.visits()).length;
    const agents = ['Mozilla/5.0', 'Googlebot/2.1', 'Twitterbot/1.0', ''];
    for (const path of [slug, `q/${slug}`, `${slug}?a=b`, slug]) {
      for (const agent of agents) {
        const { status, headers, body } = await get(path, { ...(agent && { 'user-agent': agent }) });
        expect(status).toBe(200);
        expect(body).toContain('<form method="post">');
        expect(`${JSON.stringify(headers)}${body}`).not.toMatch(/secret|deep/);
      }
    }
    const head = await get(slug, {}, 'HEAD');
    expect([head.status, head.body, head.headers.location]).toEqual([200, '', undefined]);
    expect(await open.visits()).toHaveLength(before);
  });

  test('The form is in German or English, needs no script, and is neither kept, framed nor indexed', async () => {
    await addGuardedLink(open, 'form');
    const english = await get('form');
    const german = await get('form', { 'accept-language': 'de-AT,en;q=0.5' });
    expect(english.body).toContain('<html lang="en">');
    expect(english.body).toContain('This link needs a password');
    expect(german.body).toContain('<html lang="de">');
    expect(german.body).toContain('Dieser Link braucht ein Passwort');
    for (const { headers, body } of [english, german]) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        vary: 'Accept-Language, Cookie',
      });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(body).not.toMatch(/<script|https?:\/\//);
    }
  });

  test('The password opens the address it was given at, for an hour; only the way on is a visit', async () => {
    await addGuardedLink(open, 'opens');
    const before = (await open.visits()).length;
    const answer = await give(open.port, 'opens?a=b', PASSWORD);
    expect([answer.status, answer.headers.location]).toEqual([303, '/opens?a=b']);
    expect(answer.headers['set-cookie']?.join('')).toMatch(
      /^kurz_link=\d+\.[\w-]{43}; Path=\/opens; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
    expect(`${JSON.stringify(answer.headers)}${answer.body}`).not.toContain('example.com');
    expect(await open.visits()).toHaveLength(before);
    const cookie = cookieOf(answer);
    expect(await led('opens', cookie)).toBe(locationOf('opens'));
    expect(await led('opens?a=b', `other=1; ${cookie}`)).toBe(locationOf('opens'));
    const head = await get('opens', { cookie }, 'HEAD');
    expect([head.status, head.headers.location]).toEqual([302, locationOf('opens')]);
    const visits = (await open.visits()).slice(before);
    expect(visits.map(({ linkId, isScan, method }) => [linkId, isScan, method])).toEqual([
      ['lnk_opens', false, 'GET'],
      ['lnk_opens', false, 'GET'],
      ['lnk_opens', false, 'HEAD'],
    ]);
    open.pass(3_590_000);
    expect(await led('opens', cookie)).toBe(locationOf('opens'));
    open.pass(20_000);
    expect(await led('opens', cookie)).toBe(200);
  });

  test('A scan has its own form and cookie, and is counted as a scan', async () => {
    await addGuardedLink(open, 'scanned');
    const answer = await give(open.port, 'q/scanned', PASSWORD);
    expect([answer.status, answer.headers.location]).toEqual([303, '/q/scanned']);
    expect(answer.headers['set-cookie']?.join('')).toContain('Path=/q/scanned;');
    const before = (await open.visits()).length;
    expect(await led('q/scanned', cookieOf(answer))).toBe(locationOf('scanned'));
    expect((await open.visits()).slice(before).map(({ isScan }) => isScan)).toEqual([true]);
  });

  test('Over HTTPS the cookie is Secure', async () => {
    await addGuardedLink(open, 'secure');
    const answer = await give(open.port, 'secure', PASSWORD, { 'x-forwarded-proto': 'https' });
    expect(answer.headers['set-cookie']?.join('')).toMatch(/; Secure$/);
  });

  test.each([
    ['another password', 403, 'password=wrong%20horse'],
    ['another case', 403, 'password=Correct%20horse'],
    ['nothing', 400, ''],
    ['an empty one', 400, 'password='],
    ['three characters', 400, 'password=abc'],
    ['129 characters', 400, `password=${'x'.repeat(129)}`],
    ['a control character', 400, 'password=abcd%00'],
    ['ten thousand characters', 400, `password=${'x'.repeat(10_000)}`],
    ['another field', 400, `pw=${encodeURIComponent(PASSWORD)}`],
  ])('With %s the form comes again: %i', async (what, status, body) => {
    const slug = `bad-${what.replaceAll(/\W/g, '-')}`;
    await addGuardedLink(open, slug);
    const answer = await ask(open.port, `/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(answer.status).toBe(status);
    expect(answer.body).toContain('role="alert"');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(`${JSON.stringify(answer.headers)}${answer.body}`).not.toContain('example.com');
  });

  test('What is no form is an unknown method, and other links take no form', async () => {
    await addGuardedLink(open, 'json');
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    expect((await ask(open.port, '/json', { ...json, body: '{}' })).status).toBe(405);
    for (const method of ['PUT', 'DELETE', 'OPTIONS'])
      expect((await ask(open.port, '/json', { method })).status).toBe(405);
    await addGuardedLink(open, 'plain');
    await open.update('plain', { password_hash: null });
    for (const path of ['plain', 'no-such-link', '', 'a/b/c'])
      expect((await give(open.port, path, PASSWORD)).status).toBe(405);
    expect(await led('plain', '')).toBe(locationOf('plain'));
  });

  test('Ten tries in a quarter of an hour, for an address and a link', async () => {
    await addGuardedLink(open, 'tries');
    await addGuardedLink(open, 'tries-not-this');
    const first = from('203.0.113.7, 198.51.100.1');
    const wrong = () => give(open.port, 'tries', 'wrong horse', first);
    // the right password uses up no try
    for (let tries = 0; tries < 11; tries++)
      expect((await give(open.port, 'tries', PASSWORD, first)).status).toBe(303);
    for (let tries = 0; tries < 10; tries++) expect((await wrong()).status).toBe(403);
    const over = await give(open.port, 'tries', PASSWORD, { ...first, 'accept-language': 'de' });
    expect([over.status, over.headers['retry-after']]).toEqual([429, '900']);
    expect(over.body).toContain('Zu viele Versuche. Bitte versuchen Sie es in 15 Minuten noch einmal.');
    expect(over.headers).not.toHaveProperty('set-cookie');
    expect((await give(open.port, 'tries', PASSWORD, from('198.51.100.2'))).status).toBe(303);
    expect((await give(open.port, 'tries-not-this', PASSWORD, first)).status).toBe(303);
    open.pass(899_000);
    const last = await wrong();
    expect([last.status, last.headers['retry-after']]).toEqual([429, '1']);
    expect(last.body).toContain('in one minute');
    open.pass(2_000);
    expect((await give(open.port, 'tries', PASSWORD, first)).status).toBe(303);
  });

  test('Tries that come at once are counted before they are checked', async () => {
    await addGuardedLink(open, 'at-once');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => give(open.port, 'at-once', 'wrong horse', from('203.0.113.9'))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(403), ...Array<number>(10).fill(429)]);
  });
});
