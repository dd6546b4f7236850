// `split` of a link, an addition to contract §2.1, §2.3, §4.1 to §4.3: only when set, with its variants in the stats.

import { liveAddition } from '../stores/api-stats/live-addition';
import { writePlan } from '../stores/api-stats/write-plan';
import type { LinkStats } from '../../services/api/src/stats/link-stats';
import { SHARED_DOMAIN, startApiOnOwnClickHouse } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: Awaited<ReturnType<typeof startApiOnOwnClickHouse>>;
beforeAll(async () => {
  api = await startApiOnOwnClickHouse();
});
afterAll(() => api.close());

const url = 'https://shop.example/all';
const variant = (name: string, weight: number) => ({ url: `https://shop.example/${name}`, weight });
const split = [variant('a', 70), variant('b', 30)];
const create = (body: object) => api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body });
const edit = (slug: string, body: object) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('PATCH', `/urls/${slug}`, { body });
const textOf = async (slug: string) => {
  const entry = await api.linkCache.get({ zoneId: api.zoneId, slug });
  return entry?.kind === 'link' ? (entry.conditional?.text ?? entry.state) : entry?.kind;
};
const TEXT = '{"s":[[70,"https://shop.example/a"],[30,"https://shop.example/b"]]}';

test('A link has it in every answer, and it is set, kept and removed beside the rules', async () => {
  const made = await create({ url, slug: 'whole', split });
  expect(made.body.url).toMatchObject({ url, split });
  expect(await textOf('whole')).toBe(TEXT);
  const read = await api.fetchJson<UrlAnswer>('GET', '/urls/whole');
  expect(JSON.stringify(read.body.url)).toBe(JSON.stringify(made.body.url));
  const rules = [{ when: { via: 'scan' }, url: 'https://shop.example/poster' }];
  expect((await edit('whole', { rules })).body.url).toMatchObject({ rules, split });
  expect(await textOf('whole')).toContain('"r":[{"v":"scan"');
  expect(await textOf('whole')).toContain(TEXT.slice(1));
  expect((await edit('whole', { rules: null, title: 'Kept' })).body.url).toMatchObject({ split });
  expect((await edit('whole', { split: null })).body.url).not.toHaveProperty('split');
  expect(await textOf('whole')).toBe('enabled');
});

test.each<[string, unknown, string]>([
  ['one destination', [variant('a', 100)], 'split'],
  ['eleven', Array.from({ length: 11 }, (_, n) => variant(`${n}`, 9)), 'split'],
  ['weights that sum to 99', [variant('a', 50), variant('b', 49)], 'split'],
  ['a weight of nothing', [variant('a', 99), variant('b', 0), variant('c', 1)], 'split[1].weight'],
  ['half a weight', [variant('a', 99.5), variant('b', 0.5)], 'split[0].weight'],
  ['a weight that is a text', [{ url, weight: '50' }, variant('b', 50)], 'split[0].weight'],
  ['no destination', [{ weight: 50 }, variant('b', 50)], 'split[0].url'],
  ['a destination of another scheme', [{ url: 'data:x', weight: 50 }, variant('b', 50)], 'split[0].url'],
  ['an own domain', [variant('a', 50), { url: `https://${SHARED_DOMAIN}/x`, weight: 50 }], 'split[1].url'],
  ['a field that is not known', [{ ...variant('a', 50), name: 'A' }, variant('b', 50)], 'split[0].name'],
  ['what is no object', [1, 2], 'split[0]'],
  ['more than 4 KB', [variant('x'.repeat(4_100), 50), variant('b', 50)], 'split'],
])('%s: 400 at the field, alone, in a batch, in an edit, in German', async (_, sent, field) => {
  const fault = { code: 'VALIDATION_FAILED', field };
  const body = { url, split: sent };
  expect((await create(body)).body).toMatchObject(fault);
  const { body: batch } = await api.fetchJson<{ results: ErrorAnswer[] }>('POST', '/urls/batch', {
    body: { links: [body, { url }] },
  });
  expect(batch.results).toMatchObject([fault, { status: 201 }]);
  await create({ url, slug: 'steady' });
  expect((await edit('steady', { split: sent })).body).toMatchObject(fault);
  const german = { body, headers: { 'Accept-Language': 'de' } };
  expect((await api.fetchJson<ErrorAnswer>('POST', '/urls', german)).body.error).toContain(`„${field}“`);
});

test('Rules and split together are refused where they take more than 4 KB', async () => {
  const long = `https://shop.example/${'x'.repeat(2_500)}`;
  await create({ url, slug: 'large', split: [{ url: long, weight: 50 }, variant('b', 50)] });
  const refused = await edit('large', { rules: [{ when: { via: 'scan' }, url: long }] });
  expect([refused.status, refused.body]).toMatchObject([400, { field: 'rules' }]);
});

test('The stats count humans by variant, from ClickHouse and the live counts, and sum to those of the link', async () => {
  const made = await create({ url, slug: 'counted', split });
  const { id } = made.body.url;
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await writePlan(api.clickHouse, {
    workspaceId: api.workspaceId,
    linkId: id,
    planFrom: 1,
    hours: [{ at: `${dayOf(3)}T10`, requests: 12, bots: 2, by: { variant: { '1': 6, '2': 3, rule: 1 } } }],
  });
  await api.db
    .insertInto('stream_progress')
    .values({ stream_partition: 0, position: 10, consolidated_until: new Date() })
    .execute();
  const live = { workspaceId: api.workspaceId, id };
  await api.liveClicks.seed({
    partition: 0,
    position: 10,
    additions: [liveAddition(live, dayOf(0), { humans: 4, variant: '2' })],
  });
  const { body } = await api.fetchJson<{ stats: LinkStats }>('GET', '/urls/counted/stats');
  expect(body.stats.variants).toEqual([
    { k: '2', v: 7 },
    { k: '1', v: 6 },
    { k: 'rule', v: 1 },
  ]);
  const sum = (body.stats.variants ?? []).reduce((all, { v }) => all + v, 0);
  expect(sum).toBe(body.stats.totals.human);
  await create({ url, slug: 'never-split' });
  const plain = await api.fetchJson<{ stats: LinkStats }>('GET', '/urls/never-split/stats');
  expect(plain.body.stats).not.toHaveProperty('variants');
});
