// A person with a workspace, and ways to make what endpoints change.

import { addMember, addOwnWorkspace, type TestPerson } from './console-browser';
import type { TestApi } from './start-api';
import type { TestDnsServer } from './start-dns-server';

export type Zone = { id: string; verification: { name: string; value: string } };
type Ids = { id: string };

/** What a test file opens before its first test. */
export type OpenedWorld = {
  api: TestApi;
  dns: TestDnsServer;
  /** The caller of requests that name none. */
  owner: TestPerson;
  workspaceId: string;
};

export type WritingWorld = ReturnType<typeof makeWritingWorld>;

/** Opens nothing by itself: each request calls `opened`. */
export function makeWritingWorld(opened: () => OpenedWorld) {
  let names = 0;
  const newName = () => `n-${++names}`;

  let token: Promise<string> | undefined;
  /** A token of the workspace. It is made once, so that a request with it makes nothing else. */
  const workspaceToken = () => (token ??= opened().api.addToken(opened().workspaceId));

  /** A workspace on the plan business. `person`: its owner; default: `owner`. */
  async function newWorkspace(person?: TestPerson): Promise<string> {
    const { api, owner } = opened();
    const id = await addOwnWorkspace(person ?? owner);
    await api.db.updateTable('workspaces').set({ plan: 'business' }).where('id', '=', id).execute();
    return id;
  }

  async function ask<T>(method: string, path: string, body?: unknown, person?: TestPerson) {
    const { owner, workspaceId } = opened();
    const { browser } = person ?? owner;
    return browser.call<T>(method, path, { body, headers: { 'x-workspace-id': workspaceId } });
  }
  const statusOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).status;
  const at = (path: string, id = opened().workspaceId) => `/workspaces/${id}${path}`;

  const newLink = () => ({ url: 'https://example.com/', slug: newName() });
  const newBatch = () => ({ links: [newLink(), newLink()] });

  /** A link of the workspace; resolves with its slug. */
  async function addLink(): Promise<string> {
    const { slug } = newLink();
    await ask('POST', at('/urls'), { url: 'https://example.com/', slug });
    return slug;
  }

  /** A tag of a link of the workspace; resolves with its name. */
  async function addTag(): Promise<string> {
    const tag = newName();
    await ask('POST', at('/urls'), { ...newLink(), tags: [tag] });
    return tag;
  }

  async function addZone(): Promise<Zone> {
    return (await ask<{ zone: Zone }>('POST', at('/zones'), { domain: `${newName()}.example` })).body.zone;
  }

  async function invite(email: string) {
    const body = { email, role: 'viewer' };
    return (await ask<{ invitation: Ids; secret: string }>('POST', at('/invitations'), body)).body;
  }

  async function addToken(path: string, body: object): Promise<string> {
    return (await ask<{ token: Ids }>('POST', path, { name: 'CI', ...body })).body.token.id;
  }

  /** A workspace whose transfer to a person has begun. */
  async function beginTransfer(): Promise<{ id: string; heir: TestPerson }> {
    const id = await newWorkspace();
    const heir = await addMember(opened().api, id, 'member');
    await ask('POST', at('/transfer', id), { email: heir.email });
    return { id, heir };
  }

  return {
    opened,
    newName,
    newWorkspace,
    workspaceToken,
    statusOf,
    ask,
    at,
    newLink,
    newBatch,
    addLink,
    addTag,
    addZone,
    invite,
    addToken,
    beginTransfer,
  };
}
