// A conditional link leads where its first matching rule says, and nowhere else, on both paths and from every store.

import { encodeConditions, type Rule } from '@kurz/link-cache';
import { ask, type AskOptions } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addWorkspace, publishLink, SHARED_ZONE, type LinkFlags } from './stored-links';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const to = (name: string) => `https://example.com/${name}`;

type Given = LinkFlags & { text?: string; endsIn?: number; expired?: string; isPublished?: boolean };

async function addConditional(
  open: OpenRedirector,
  slug: string,
  rules: readonly Rule[],
  {
    text = encodeConditions({ rules }),
    endsIn,
    expired = null,
    isPublished = false,
    ...flags
  }: Omit<Given, 'expired'> & { expired?: string | null },
): Promise<void> {
  await addLink(open.db, slug, flags);
  const expiresAt = endsIn === undefined ? null : open.wallNow() + endsIn;
  const row = await open.db
    .updateTable('links')
    .set({
      conditions: text,
      condition_locations: rules.map(({ location }) => location),
      expires_at: expiresAt === null ? null : new Date(expiresAt),
      expired_location: expired,
    })
    .where('slug', '=', slug)
    .returningAll()
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ location: '', fallback_location: to(slug) });
  if (isPublished) await publishLink(open, slug);
}

describe.each([
  ['on the fast path', true],
  ['behind node:http', false],
])('%s', (_, hasFastPath) => {
  let open: OpenRedirector;
  beforeAll(async () => {
    open = await openRedirector({ hasFastPath, settings: { trustedProxies: 1 } });
    await addWorkspace(open.db);
    await open.linkCache.publishZone(SHARED_ZONE);
  });
  afterAll(() => open.close());

  const get = (path: string, headers: AskOptions['headers'] = {}) => ask(open.port, `/${path}`, { headers });
  const led = async (path: string, headers: AskOptions['headers'] = {}) => {
    const { status, headers: answered } = await get(path, headers);
    return status === 302 ? answered.location : status;
  };

  test.each([
    ['from PostgreSQL', false],
    ['from the link cache', true],
  ])(
    '%s each condition leads its visitors, and the others go to the fallback',
    async (_where, isPublished) => {
      const slug = isPublished ? 'published' : 'stored';
      const rules: Rule[] = [
        { query: { name: 'ref', value: 'a b' }, location: to('query') },
        { systems: ['iOS'], languages: ['de'], location: to('phone') },
        { countries: ['US'], location: to('us') },
        { via: 'scan', location: to('scan') },
      ];
      await addConditional(open, slug, rules, { isPublished });
      expect(await led(slug)).toBe(to(slug));
      // the second time from the near cache
      expect(await led(slug)).toBe(to(slug));
      expect(await led(`${slug}?ref=a+b`)).toBe(to('query'));
      expect(await led(`${slug}?ref=a`)).toBe(to(slug));
      const phone = { 'user-agent': IPHONE, 'accept-language': 'de-AT,en;q=0.5' };
      expect(await led(slug, phone)).toBe(to('phone'));
      expect(await led(slug, { 'user-agent': IPHONE })).toBe(to(slug));
      expect(await led(slug, { 'x-forwarded-for': '8.8.8.8' })).toBe(to('us'));
      expect(await led(`q/${slug}`)).toBe(to('scan'));
    },
  );

  test('With forwardQuery the query comes along, wherever the link leads, but for the answer to a warning', async () => {
    const rules: Rule[] = [{ via: 'scan', location: `${to('scan')}?a=0#top` }];
    const text = encodeConditions({ rules, forwardsQuery: true });
    await addConditional(open, 'forwards', rules, { text });
    expect(await led('forwards')).toBe(to('forwards'));
    expect(await led('forwards?a=1&b=%20')).toBe(`${to('forwards')}?a=1&b=%20`);
    expect(await led('q/forwards?a=1&b=2')).toBe(`${to('scan')}?a=0&b=2#top`);
    await addConditional(open, 'forwards-unsafe', [], {
      text: encodeConditions({ forwardsQuery: true }),
      isUnsafe: true,
    });
    expect(await led('forwards-unsafe?a=1')).toBe(200);
    expect(await led('forwards-unsafe?a=1&continue=unsafe')).toBe(`${to('forwards-unsafe')}?a=1`);
  });

  test('A split leads a visitor to one of its destinations all day, and the visit says to which', async () => {
    const rules: Rule[] = [{ via: 'scan', location: to('scan') }];
    const split = [
      { weight: 50, location: to('one') },
      { weight: 50, location: to('two') },
    ];
    await addConditional(open, 'split', rules, { text: encodeConditions({ rules, split }) });
    const before = (await open.visits()).length;
    const places = new Set<unknown>();
    for (let agent = 0; agent < 20; agent++) {
      const headers = { 'user-agent': `agent ${agent}` };
      const place = await led('split', headers);
      expect(await led('split', headers)).toBe(place);
      places.add(place);
    }
    expect([...places].sort()).toEqual([to('one'), to('two')]);
    expect(await led('q/split')).toBe(to('scan'));
    const variants = (await open.visits()).slice(before).map(({ variant }) => variant);
    expect(variants.at(-1)).toBe(0);
    expect(new Set(variants.slice(0, -1))).toEqual(new Set([1, 2]));
  });

  test('The time of a rule is local, and passes on every answer', async () => {
    // the clock of the test stands at 2023-11-14, a Tuesday, 22:13:20 UTC: 23:13 in Berlin
    const time = { zone: 'Europe/Berlin', days: [2], from: 23 * 60, to: 30 };
    await addConditional(open, 'timed', [{ time, location: to('night') }], {});
    expect(await led('timed')).toBe(to('night'));
    open.pass(76 * 60_000);
    expect(await led('timed')).toBe(to('night'));
    open.pass(60_000);
    expect(await led('timed')).toBe(to('timed'));
  });

  test('Each visit is one of the link', async () => {
    await addConditional(open, 'visited', [{ via: 'scan', location: to('scan') }], {});
    const before = (await open.visits()).length;
    await led('visited');
    await led('q/visited');
    const visits = (await open.visits()).slice(before);
    expect(visits.map(({ linkId, isScan, variant }) => [linkId, isScan, variant])).toEqual([
      ['lnk_visited', false, undefined],
      ['lnk_visited', true, undefined],
    ]);
  });

  test('Pause, restriction and end come before the rules', async () => {
    const rules: Rule[] = [{ via: 'click', location: to('rule') }];
    await addConditional(open, 'paused', rules, { isEnabled: false });
    await addConditional(open, 'restricted', rules, { isRestricted: true });
    await addConditional(open, 'ends', rules, { endsIn: 1_000, expired: to('over') });
    await addConditional(open, 'ended', rules, { endsIn: 1_000, isPublished: true });
    expect([await led('paused'), await led('restricted')]).toEqual([404, 410]);
    expect([await led('ends'), await led('ended')]).toEqual([to('rule'), to('rule')]);
    open.pass(1_000);
    expect([await led('ends'), await led('ended')]).toEqual([to('over'), 410]);
  });

  test('An unsafe one warns of where this visitor is led, and the way on keeps the query', async () => {
    const rules: Rule[] = [{ query: { name: 'a' }, location: 'https://rule.example/' }];
    await addConditional(open, 'unsafe', rules, { isUnsafe: true });
    expect((await get('unsafe')).body).toContain('Go on to example.com');
    const warning = await get('unsafe?a=1&b=2');
    expect([warning.status, warning.headers.location]).toEqual([200, undefined]);
    expect(warning.body).toContain('Go on to rule.example');
    const [, onward = ''] = /href="\/([^"]*)"/.exec(warning.body) ?? [];
    expect(onward).toBe('unsafe?a=1&amp;b=2&amp;continue=unsafe');
    expect(await led(onward.replaceAll('&amp;', '&'))).toBe('https://rule.example/');
  });

  test.each([
    ['a condition of a later release', '{"r":[],"p":1}'],
    ['what is no condition', '?'],
  ])('%s leads nowhere: 503', async (_what, text) => {
    const slug = `unknown-${text.length}`;
    await addConditional(open, slug, [], { text });
    expect(await led(slug)).toBe(503);
    expect(await led(slug)).toBe(503);
  });
});
