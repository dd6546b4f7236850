// GET /usage, contract §2.5: the month's tracked human visits, which are left out while ClickHouse is away.

import { builtInPlans } from '../../services/api/src/plans/plan-table';
import { writePlan, type CountedHour } from '../stores/api-stats/write-plan';
import { startApiOnOwnClickHouse } from './start-api';
import { usageOf } from './usage-answer';
import type { UrlAnswer } from './url-answer';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const ALLOWANCE = 10;

let api: Awaited<ReturnType<typeof startApiOnOwnClickHouse>>;
let plansWritten = 0;
beforeAll(async () => {
  const plans = { ...builtInPlans, team: { ...builtInPlans.team, humanEventsPerMonth: ALLOWANCE } };
  api = await startApiOnOwnClickHouse({ clock: { now: () => NOW }, settings: { plans } });
  await api.db
    .insertInto('stream_progress')
    .values({ stream_partition: 0, position: 1_000, consolidated_until: new Date(NOW) })
    .execute();
});
afterAll(() => api.close());

async function addAnchored(isYearly = false) {
  const added = await api.addWorkspace({ plan: 'team', isYearly });
  await api.db
    .updateTable('workspaces')
    .set({ billing_anchor: '2026-01-10' })
    .where('id', '=', added.workspaceId)
    .execute();
  return added;
}

type Added = Awaited<ReturnType<typeof addAnchored>>;

async function addLink({ token, workspaceId }: Added) {
  const body = { url: 'https://a.example/' };
  const { url } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { token, body })).body;
  return { workspaceId, linkId: url.id };
}

const visit = (link: { workspaceId: string; linkId: string }, hour: CountedHour, planFrom = ++plansWritten) =>
  writePlan(api.clickHouse, { ...link, planFrom, hours: [hour] });

const eventsOf = async (workspace: Added) => (await usageOf(api, workspace.token)).events;

test("all humans of all the workspace's links in the period count, scans too, bots not", async () => {
  const workspace = await addAnchored();
  const [one, other] = [await addLink(workspace), await addLink(workspace)];
  await visit(one, { at: '2026-03-12T10', requests: 5, bots: 2, qr: 1 });
  await visit(one, { at: '2026-03-12T10', requests: 1 });
  await visit(other, { at: '2026-03-14T23', requests: 2 });
  await visit(await addLink(await addAnchored()), { at: '2026-03-12T10', requests: 4 });
  expect(await eventsOf(workspace)).toStrictEqual({
    used: 6,
    limit: ALLOWANCE,
    periodStart: '2026-03-10T00:00:00.000Z',
    periodEnd: '2026-04-10T00:00:00.000Z',
    locked: false,
  });
});

test.each([false, true])(
  'the first and last day of the month count, those around not (yearly: %s)',
  async (isYearly) => {
    const workspace = await addAnchored(isYearly);
    const link = await addLink(workspace);
    await visit(link, { at: '2026-03-09T23', requests: 100 });
    await visit(link, { at: '2026-03-10T00', requests: 2 });
    await visit(link, { at: '2026-04-09T23', requests: 3 });
    await visit(link, { at: '2026-04-10T00', requests: 100 });
    expect((await eventsOf(workspace))?.used).toBe(5);
  },
);

test('a plan that was written again counts once, one that is being written not yet', async () => {
  const workspace = await addAnchored();
  const link = await addLink(workspace);
  const planFrom = ++plansWritten;
  const { client, database } = api.clickHouse;
  // a merge would combine the two rows before they are read
  await client.command({ query: `SYSTEM STOP MERGES ${database}.clicks_daily` });
  await visit(link, { at: '2026-03-12T10', requests: 5 }, planFrom);
  await visit(link, { at: '2026-03-12T10', requests: 5 }, planFrom);
  await visit(link, { at: '2026-03-12T10', requests: 3 }, 1_000);
  const events = await eventsOf(workspace);
  await client.command({ query: `SYSTEM START MERGES ${database}.clicks_daily` });
  expect(events?.used).toBe(5);
});

test('the meter is locked over its allowance, not at it, and nothing stops', async () => {
  const workspace = await addAnchored();
  const link = await addLink(workspace);
  await visit(link, { at: '2026-03-12T10', requests: ALLOWANCE + 2, bots: 2 });
  expect(await eventsOf(workspace)).toMatchObject({ used: ALLOWANCE, locked: false });
  await visit(link, { at: '2026-03-13T10', requests: 1 });
  expect(await eventsOf(workspace)).toMatchObject({ used: ALLOWANCE + 1, locked: true });
  const { token } = workspace;
  const created = await api.fetchJson<UrlAnswer>('POST', '/urls', {
    token,
    body: { url: 'https://a.example/' },
  });
  expect(created.status).toBe(201);
  const stats = await api.fetchJson('GET', `/urls/${created.body.url.slug}/stats`, { token });
  expect(stats.status).toBe(200);
});

describe('while the analytics store is away, events are left out and all else is as before', () => {
  async function expectNoEvents(workspace: Added, whole: Awaited<ReturnType<typeof usageOf>>) {
    const { events, ...rest } = whole;
    expect(events?.used).toBe(4);
    expect(await usageOf(api, workspace.token)).toStrictEqual(rest);
  }

  /** After ClickHouse was found away it is tried again at most 3 s later. */
  async function expectWholeSoon(workspace: Added, whole: Awaited<ReturnType<typeof usageOf>>) {
    const end = performance.now() + 60_000;
    while (performance.now() < end && (await eventsOf(workspace)) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 250));
    expect(await usageOf(api, workspace.token)).toStrictEqual(whole);
  }

  let workspace: Added;
  let whole: Awaited<ReturnType<typeof usageOf>>;
  beforeEach(async () => {
    workspace = await addAnchored();
    await visit(await addLink(workspace), { at: '2026-03-12T10', requests: 4 });
    whole = await usageOf(api, workspace.token);
  });

  test('it answers nothing', async () => {
    api.clickHouseServer.freeze();
    try {
      await expectNoEvents(workspace, whole);
    } finally {
      api.clickHouseServer.thaw();
    }
    await expectWholeSoon(workspace, whole);
  });

  test('it has been killed', async () => {
    await api.clickHouseServer.kill();
    await expectNoEvents(workspace, whole);
    await api.clickHouseServer.restart();
    await expectWholeSoon(workspace, whole);
  });
});
