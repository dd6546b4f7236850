// A workspace is deleted while counts by day are imported to its links: rows of an unfinished batch are erased.

import { deleteWorkspace, moveDays } from '@kurz/api';
import { insertRows, type ClickTable } from '@kurz/click-tables';
import { removeWorkspace } from '../../../services/api/src/workspaces/deletion/remove-workspace';
import { until } from '../../until';
import { startStats, WORKSPACE, type StatsWorld } from './start-stats';

const IMPORT = 'imp_deleted';

let world: StatsWorld;
beforeAll(async () => {
  world = await startStats();
});
afterAll(() => world.close());

it('leaves the erasures of its links open when the batch is cut off after they were closed', async () => {
  const { db, clickHouse } = world;
  const { id: linkId } = await world.addLink();
  const job = { id: IMPORT, workspace_id: WORKSPACE, source: 'bitly', fingerprint: Buffer.from(IMPORT) };
  await db.insertInto('imports').values(job).execute();
  await db.insertInto('import_items').values({ import_id: IMPORT, link_id: linkId, version: 1 }).execute();
  const day = { import_id: IMPORT, link_id: linkId, day: '2026-02-01', clicks: 20 };
  await db.insertInto('import_days').values(day).execute();
  const erasures = () =>
    db.selectFrom('erasures').select(['link_id', 'closed_at']).where('link_id', '=', linkId).execute();

  let sweeping: Promise<unknown> = Promise.resolve();
  const writeClickRows = async (table: ClickTable, lines: Buffer) => {
    await deleteWorkspace(db, { workspaceId: WORKSPACE });
    sweeping = removeWorkspace(db, WORKSPACE, () => Promise.resolve());
    await until(async () => (await erasures()).length === 1);
    // as the eraser does when it has removed the link's rows
    await db.updateTable('erasures').set({ closed_at: new Date() }).execute();
    await insertRows(clickHouse, table, lines);
    throw new Error('killed');
  };
  const running = { id: IMPORT, workspaceId: WORKSPACE, startedAt: new Date() };
  await expect(moveDays({ db, source: 'bitly', writeClickRows }, running)).rejects.toThrow('killed');
  await sweeping;
  expect(await erasures()).toEqual([{ link_id: linkId, closed_at: null }]);
});
