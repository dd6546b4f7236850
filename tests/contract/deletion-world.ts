// What the tests of deletions share: teams and links of people, and the wait for a workspace's end.

import { until } from '../until';
import { addOwnWorkspace, PASSWORD, type TestPerson } from './console-browser';
import type { TestApi } from './start-api';

type Code = { code?: string; error?: string };
let names = 0;
export const newName = () => `thing-${++names}`;

export async function addTeam(api: TestApi, owner: TestPerson): Promise<string> {
  const id = await addOwnWorkspace(owner, newName());
  await api.db.updateTable('workspaces').set({ plan: 'business' }).where('id', '=', id).execute();
  return id;
}

export const remove = (person: TestPerson, path: string, body: object = { password: PASSWORD }) =>
  person.browser.call<Code | null>('DELETE', path, { body });

export const isThere = async (api: TestApi, workspaceId: string) =>
  (await api.db.selectFrom('workspaces').select('id').where('id', '=', workspaceId).execute()).length > 0;
export const untilRemoved = (api: TestApi, workspaceId: string) =>
  until(async () => !(await isThere(api, workspaceId)), { what: 'the workspace is removed' });

export async function addLinks(person: TestPerson, workspaceId: string, count: number): Promise<string[]> {
  const slugs = Array.from({ length: count }, newName);
  for (let from = 0; from < count; from += 50) {
    const links = slugs.slice(from, from + 50).map((slug) => ({ url: `https://shop.example/${slug}`, slug }));
    const { status } = await person.browser.call('POST', `/workspaces/${workspaceId}/urls/batch`, {
      body: { links },
      headers: { 'idempotency-key': newName() },
    });
    if (status !== 200) throw new Error(`the batch ended with ${status}`);
  }
  return slugs;
}
