// A link redirects from its start until its end, whatever the redirector has cached, also without any store.

import { makeWindowedLink, openWindowed, type OpenWindowed } from './windowed-links';

describe.each([
  ['on the fast path', true],
  ['behind node:http', false],
])('%s', (_, hasFastPath) => {
  let open: OpenWindowed;
  beforeAll(async () => {
    open = await openWindowed({ hasFastPath });
  });
  afterAll(() => open.close());

  const statusOf = async (slug: string) => (await open.get(slug)).status;

  test('Before the begin it is 404, from then on it redirects, from the end on it is 410', async () => {
    await makeWindowedLink(open, 'both', { startsIn: 1_000, endsIn: 2_000 });
    expect(await statusOf('both')).toBe(404);
    open.pass(999);
    expect(await statusOf('both')).toBe(404);
    open.pass(1);
    const answer = await open.get('both');
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://example.com/both']);
    open.pass(999);
    expect(await statusOf('both')).toBe(302);
    open.pass(1);
    const ended = await open.get('both');
    expect([ended.status, ended.headers.location]).toEqual([410, undefined]);
    expect(ended.body).toContain('This link has ended');
    expect(ended.headers['cache-control']).toBe('no-store');
  });

  test('After the end it leads to where the owner says, which is no visit', async () => {
    await makeWindowedLink(open, 'after', { endsIn: 1_000, expired: 'https://example.com/over' });
    const before = (await open.visits()).length;
    expect((await open.get('after')).headers.location).toBe('https://example.com/after');
    open.pass(1_000);
    for (const path of ['after', 'q/after']) {
      const answer = await open.get(path);
      expect([answer.status, answer.headers.location]).toEqual([302, 'https://example.com/over']);
      expect(answer.headers['cache-control']).toBe('private, no-store');
    }
    expect((await open.visits()).length).toBe(before + 1);
  });

  test('A clock that is set back brings no link back', async () => {
    await makeWindowedLink(open, 'back', { endsIn: 1_000 });
    expect(await statusOf('back')).toBe(302);
    open.pass(1_000);
    expect(await statusOf('back')).toBe(410);
    open.setClockBack(3_600_000);
    expect(await statusOf('back')).toBe(410);
    open.pass(60 * 60_000 + 1);
    expect(await statusOf('back')).toBe(410);
  });

  test('Paused and restricted links are so at any time; an unsafe one warns of where it leads', async () => {
    await makeWindowedLink(open, 'paused', { endsIn: 1_000, isEnabled: false });
    await makeWindowedLink(open, 'restricted', { startsIn: 1_000, isRestricted: true });
    await makeWindowedLink(open, 'unsafe', {
      endsIn: 1_000,
      isUnsafe: true,
      expired: 'https://late.example/',
    });
    expect([await statusOf('paused'), await statusOf('restricted')]).toEqual([404, 410]);
    expect((await open.get('unsafe')).body).toContain('Go on to example.com');
    open.pass(1_000);
    expect(await statusOf('paused')).toBe(404);
    const warning = await open.get('unsafe');
    expect([warning.status, warning.headers.location]).toEqual([200, undefined]);
    expect(warning.body).toContain('Go on to late.example');
    const onward = await open.get('unsafe?continue=unsafe');
    expect([onward.status, onward.headers.location]).toEqual([302, 'https://late.example/']);
  });

  test('A link from PostgreSQL alone keeps its moments', async () => {
    await makeWindowedLink(open, 'stored', { endsIn: 1_000, isPublished: false });
    expect(await statusOf('stored')).toBe(302);
    open.pass(1_000);
    expect(await statusOf('stored')).toBe(410);
  });

  test('With every store away a known link begins and ends at its moment, and does not come back', async () => {
    const expired = 'https://example.com/over';
    await makeWindowedLink(open, 'kept', { startsIn: 1_000, endsIn: 2_000, expired });
    expect(await statusOf('kept')).toBe(404);
    open.cutOff();
    expect(await statusOf('kept')).toBe(404);
    open.pass(1_000);
    expect((await open.get('kept')).headers.location).toBe('https://example.com/kept');
    open.pass(1_000);
    expect((await open.get('kept')).headers.location).toBe(expired);
    open.setClockBack(3_600_000);
    expect((await open.get('kept')).headers.location).toBe(expired);
  });
});
