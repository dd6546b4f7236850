// Rolling upgrade: redirectors of earlier commits, built from the history, run beside the API and today's redirector.
// When a link needs a feature that an earlier redirector does not know, that one reveals no destination.

import { makeClosing } from '@kurz/process';
import { ask } from '../stores/redirector/ask';
import { openApiWorld, SHARED_DOMAIN, type ApiProcess, type ApiWorld } from './api-world';
import { buildEarlierRedirector, isInHistory, type EarlierRedirector } from './earlier-redirector';
import { startRedirector } from './redirector-world';

const closing = makeClosing();
let world: ApiWorld;
let api: ApiProcess;
let today: number;

async function startOne(built?: EarlierRedirector): Promise<number> {
  const { postgres, redis } = world;
  const place = { postgres, redis, closing };
  return (await startRedirector(place, { ...built?.environment }, { root: built?.root })).port;
}

beforeAll(async () => {
  world = await openApiWorld();
  closing.add('world', world.close);
  api = await world.start();
  today = await startOne();
});
afterAll(() => closing.close());

async function write(method: 'POST' | 'PATCH', path: string, body: object): Promise<void> {
  const { status, text } = await api.call(path, { method, body });
  if (status >= 300) throw new Error(text);
}
const edit = (slug: string, body: object) => write('PATCH', `/v1/urls/${slug}`, body);

const plainUrl = (slug: string) => `https://plain.example/${slug}`;
const GATED = 'gated.example';
const url = `https://${GATED}/`;
const IN_2090 = '2090-01-01T00:00:00Z';
const PASSWORD = { password: 'correct horse' };
const RULES = { rules: [{ when: { via: 'click' }, url: `${url}click` }] };
const SPLIT = { split: ['a', 'b'].map((variant) => ({ weight: 50, url: `${url}${variant}` })) };

/** By feature of a link: its body, and what a redirector must know to serve it. */
const GATES: Record<string, { needs: string[]; body: object }> = {
  begins: { needs: ['window'], body: { startsAt: IN_2090 } },
  ends: { needs: ['window'], body: { expiresAt: IN_2090 } },
  rules: { needs: ['conditions'], body: RULES },
  split: { needs: ['conditions'], body: SPLIT },
  query: { needs: ['conditions'], body: { forwardQuery: true } },
  password: { needs: ['password'], body: PASSWORD },
  'password-and-rules': { needs: ['password'], body: { ...PASSWORD, ...RULES } },
  'password-and-end': { needs: ['password'], body: { ...PASSWORD, expiresAt: IN_2090 } },
};

/** The last commits whose redirector does not know the feature in `before`. */
const EARLIER = [
  { before: 'begin and end', commit: 'c593e35c7978af351eb23ba6c9efdf5f27f73110', knows: [] },
  {
    before: 'passwords',
    commit: '03ab844412acf0fa7a1d789b683602789169e38d',
    knows: ['window', 'conditions'],
  },
];

const visit = (port: number, slug: string) => ask(port, `/${slug}`, { host: SHARED_DOMAIN });
const led = async (port: number, slug: string) => {
  const { status, headers } = await visit(port, slug);
  return headers.location ?? status;
};

describe.each(EARLIER)('the redirector before $before', ({ before, commit, knows }) => {
  const isThere = isInHistory(commit);
  if (!isThere) console.warn(`left out: this clone has no commit ${commit}`);
  const testThere = isThere ? test : test.skip;
  const name = (gate: string) => `${before.replaceAll(' ', '-')}-${gate}`;
  const isKnown = (gate: string) => GATES[gate]?.needs.every((need) => knows.some((one) => one === need));
  let earlier: number;

  beforeAll(async () => {
    if (!isThere) return;
    const built = await buildEarlierRedirector(commit);
    closing.add('build', built.close);
    earlier = await startOne(built);
  });

  /** Visits twice, so that the second visit meets what the first has left in near cache and Redis. */
  async function expectShut(slug: string): Promise<void> {
    for (let visits = 0; visits < 2; visits++) {
      const answer = await visit(earlier, slug);
      expect([slug, answer.status]).toEqual([slug, 503]);
      expect(JSON.stringify([answer.headers, answer.body])).not.toContain(GATED);
    }
  }

  /** Expects the answer of today's redirector. For a link with a password that is the form. */
  async function expectSame(slug: string): Promise<void> {
    const expected = await led(today, slug);
    expect([slug, await led(earlier, slug)]).toEqual([slug, expected]);
  }

  const gates = Object.keys(GATES);

  testThere('leads on by plain links that the API makes', async () => {
    const slug = name('plain');
    await write('POST', '/v1/urls', { slug, url: plainUrl(slug) });
    expect(await led(earlier, slug)).toBe(plainUrl(slug));
    expect(await led(today, slug)).toBe(plainUrl(slug));
  });

  testThere.each(gates)('a link with %s leads nowhere where it does not know that', async (gate) => {
    const slug = name(gate);
    await write('POST', '/v1/urls', { slug, url, ...GATES[gate]?.body });
    const check = () => (isKnown(gate) ? expectSame(slug) : expectShut(slug));
    await check();
    // now with what today's redirector leaves in Redis
    await visit(today, slug);
    await check();
  });

  testThere.each(gates)(
    'a link that it has in its cache, and that gets %s, leads on no longer',
    async (gate) => {
      const slug = `${name(gate)}-later`;
      await write('POST', '/v1/urls', { slug, url: plainUrl(slug) });
      for (const port of [earlier, earlier, today]) expect(await led(port, slug)).toBe(plainUrl(slug));
      await edit(slug, { url, ...GATES[gate]?.body });
      await (isKnown(gate) ? expectSame(slug) : expectShut(slug));
    },
  );
});
