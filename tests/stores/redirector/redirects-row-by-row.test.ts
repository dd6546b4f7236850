import { ask, sendBytes } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addWorkspace, addZone, locationOf, SHARED_ZONE } from './stored-links';

let open: OpenRedirector;
const get = (path: string, options = {}) => ask(open.port, path, options);
const head = (path: string, options = {}) => ask(open.port, path, { ...options, method: 'HEAD' });
const longLocation = `https://example.com/${'a'.repeat(14_000)}`;

beforeAll(async () => {
  open = await openRedirector({ settings: { hostAliases: { '127.0.0.1:3000': 'localhost:3000' } } });
  await addWorkspace(open.db);
  await addZone(open.db, { id: 'zon_local', domain: 'localhost:3000' });
  await addZone(open.db, {
    id: 'zon_custom',
    domain: 'go.custom.example',
    isCustom: true,
    root: 'https://custom.example/start',
  });
  await addZone(open.db, { id: 'zon_rootless', domain: 'rootless.example', isCustom: true });
  await addZone(open.db, { id: 'zon_off', domain: 'off.example', isCustom: true, isEnabled: false });
  await addZone(open.db, { id: 'zon_punycode', domain: 'xn--mller-kva.example', isCustom: true });
  await addLink(open.db, 'enabled');
  await addLink(open.db, 'Enabled', { location: 'https://example.com/other-case' });
  await addLink(open.db, 'long', { location: longLocation });
  await addLink(open.db, 'paused', { isEnabled: false });
  await addLink(open.db, 'restricted', { isRestricted: true });
  await addLink(open.db, 'restricted-paused', { isRestricted: true, isEnabled: false, isUnsafe: true });
  await addLink(open.db, 'paused-unsafe', { isEnabled: false, isUnsafe: true });
  await addLink(open.db, 'unsafe', { isUnsafe: true, location: 'https://evil.example/login' });
  await addLink(open.db, 'unsendable', { location: 'https://example.com/\r\nSet-Cookie: a=b' });
  for (const zoneId of ['zon_local', 'zon_custom', 'zon_off', 'zon_punycode']) {
    await addLink(open.db, zoneId, { zoneId });
  }
  const added = ['zon_local', 'zon_custom', 'zon_rootless', 'zon_off', 'zon_punycode', SHARED_ZONE];
  for (const zoneId of added) await open.linkCache.publishZone(zoneId);
});
afterAll(() => open.close());

test.each([['/enabled'], ['/q/enabled'], ['/enabled/'], ['/q/enabled/'], ['/enabled?a=b'], ['/%65nabled']])(
  '%s redirects and passes no query on, for GET and for HEAD, near or not',
  async (path) => {
    for (const answer of [await get(path), await get(path), await head(path)]) {
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toBe(locationOf('enabled'));
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.headers['content-length']).toBe('0');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.body).toBe('');
    }
  },
);

test('Slugs are case-sensitive', async () => {
  expect((await get('/Enabled')).headers.location).toBe('https://example.com/other-case');
  expect((await get('/ENABLED')).status).toBe(404);
});

test.each([
  ['/unknown', 404, 'Diesen Link gibt es nicht'],
  ['/restricted', 410, 'Dieser Link ist gesperrt'],
  ['/unsafe', 200, 'Trotzdem weiter zu evil.example'],
])('%s is answered %i in the language that the browser prefers, near or not', async (path, status, text) => {
  const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
  for (const answer of [await get(path, { headers }), await get(path, { headers })]) {
    expect([answer.status, answer.headers['content-language']]).toEqual([status, 'de']);
    expect(answer.body).toContain(text);
  }
  expect((await get(path)).headers['content-language']).toBe('en');
});

test('A long destination arrives whole', async () => {
  expect((await get('/long')).headers.location).toBe(longLocation);
});

test.each([
  ['a paused link', '/paused'],
  ['a paused link that is unsafe as well', '/paused-unsafe'],
  ['an unknown slug', '/unknown'],
  ['an unknown scan', '/q/unknown'],
  ['a slug that the rules forbid', '/ab'],
  ['a deeper path', '/enabled/more'],
  ['the root of a shared zone', '/'],
])('%s is 404 with a page that is neither kept nor indexed', async (_, path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-robots-tag']).toBe('noindex');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.body).toContain('<h1>');
  const headers = await head(path);
  expect(headers.status).toBe(404);
  expect(headers.headers['content-length']).toBe(answer.headers['content-length']);
  expect(headers.body).toBe('');
});

test.each([['/restricted'], ['/q/restricted'], ['/restricted-paused']])(
  '%s is 410 with a page',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(410);
    expect(answer.body).toContain('<h1>');
  },
);

test('An unsafe link warns, names the host, and redirects who goes on', async () => {
  const warning = await get('/unsafe');
  expect(warning.status).toBe(200);
  expect(warning.headers.location).toBeUndefined();
  expect(warning.body).toContain('evil.example');
  expect(warning.body).toContain('href="/unsafe?continue=unsafe"');
  expect((await get('/q/unsafe')).body).toContain('href="/q/unsafe?continue=unsafe"');
  const onward = await get('/unsafe?continue=unsafe');
  expect(onward.status).toBe(302);
  expect(onward.headers.location).toBe('https://evil.example/login');
  const fromMail = await get('/unsafe?continue=unsafe', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect([fromMail.status, fromMail.headers.location]).toEqual([200, undefined]);
});

test('A destination that no header may carry is 503 and splits nothing', async () => {
  const answer = await get('/unsendable');
  expect(answer.status).toBe(503);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('The root of a custom domain leads where it is set to lead', async () => {
  const answer = await get('/', { host: 'go.custom.example' });
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe('https://custom.example/start');
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect((await get('/', { host: 'rootless.example' })).status).toBe(404);
});

test.each([
  ['go.custom.example', '/zon_custom', 302],
  ['GO.CUSTOM.EXAMPLE.', '/zon_custom', 302],
  ['go.custom.example:443', '/zon_custom', 302],
  ['kurz.example', '/zon_custom', 404],
  ['localhost:3000', '/zon_local', 302],
  ['127.0.0.1:3000', '/zon_local', 302],
  ['127.0.0.1:3001', '/zon_local', 404],
  ['localhost', '/zon_local', 404],
  ['xn--mller-kva.example', '/zon_punycode', 302],
  [Buffer.from('Müller.example').toString('latin1'), '/zon_punycode', 302],
  ['off.example', '/zon_off', 404],
  ['off.example', '/', 404],
  ['nobody.example', '/enabled', 404],
  ['nobody.example', '/', 404],
])('%s%s is %i: a link belongs to its zone', async (host, path, status) => {
  expect((await get(path, { host })).status).toBe(status);
});

test('An absolute target names its host itself', async () => {
  const answer = await get('http://kurz.example/enabled', { host: 'nobody.example' });
  expect(answer.status).toBe(302);
});

test('X-Forwarded-Host is not looked at', async () => {
  const headers = { 'x-forwarded-host': 'kurz.example', forwarded: 'host=kurz.example' };
  expect((await get('/enabled', { host: 'nobody.example', headers })).status).toBe(404);
});

test.each([['POST'], ['PUT'], ['PATCH'], ['DELETE'], ['OPTIONS'], ['TRACE'], ['PURGE']])(
  '%s is 405 on anything',
  async (method) => {
    for (const path of ['/enabled', '/unknown', '/', '/robots.txt']) {
      const answer = await get(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  },
);

test('robots.txt allows all; the favicon is absent for a day', async () => {
  const robots = await get('/robots.txt');
  expect(robots.status).toBe(200);
  expect(robots.headers['content-type']).toContain('text/plain');
  expect(robots.body).toBe('User-agent: *\nAllow: /\n');
  const favicon = await get('/favicon.ico');
  expect(favicon.status).toBe(404);
  expect(favicon.headers['cache-control']).toContain('max-age=86400');
});

test.each([
  ['GET', 'Content-Length: 5', 'hello', 302],
  ['GET', 'Transfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n', 302],
  ['POST', 'Content-Length: 5', 'hello', 405],
])(
  'The body of a %s with %s is not read: the answer comes and the connection ends',
  async (method, header, body, status) => {
    const answer = await sendBytes(
      open.port,
      `${method} /enabled HTTP/1.1\r\nHost: kurz.example\r\n${header}\r\n\r\n${body}`,
    );
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer.toLowerCase()).toContain('connection: close');
  },
);

test('Without a body the connection is kept', async () => {
  const answer = await sendBytes(open.port, 'GET /enabled HTTP/1.1\r\nHost: kurz.example\r\n\r\n', {
    answers: 1,
  });
  expect(answer).toContain('HTTP/1.1 302 ');
  expect(answer.toLowerCase()).toContain('connection: keep-alive');
});

test('Nothing is looked up for what the rules forbid, and no answer but a redirect to a link is a visit', async () => {
  const reads = open.reads.linkReads();
  for (const path of ['/', '/ab', '/q/ab', '/a.b', '/robots.txt', '/favicon.ico', `/${'a'.repeat(1_025)}`]) {
    await get(path);
  }
  expect(open.reads.linkReads()).toBe(reads);
  const before = (await open.visits()).length;
  for (const path of ['/paused', '/unknown', '/restricted', '/unsafe', '/unsendable', '/favicon.ico', '/']) {
    await get(path);
  }
  await get('/', { host: 'go.custom.example' });
  await get('/enabled', { method: 'POST' });
  expect((await open.visits()).length).toBe(before);
  await get('/unsafe?continue=unsafe');
  expect((await open.visits()).length).toBe(before + 1);
});
