// What the pages of the web app do with the types that are generated from console.yaml. Compiled, never run.

import type createClient from 'openapi-fetch';
import type { components, paths } from './console.js';

type Client = ReturnType<typeof createClient<paths>>;
type Role = components['schemas']['Role'];

const header = { 'X-Requested-With': 'kurz' };

export async function signInAndInvite(client: Client, role: Exclude<Role, 'owner'>): Promise<string> {
  const { data, error } = await client.POST('/session', {
    params: { header },
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  if (!data) return error.code ?? error.error;
  if ('secondFactor' in data) return data.secondFactor;
  const { data: list } = await client.GET('/workspaces');
  const workspace = list?.workspaces[0]?.id ?? '';
  const invited = await client.POST('/workspaces/{workspace}/invitations', {
    params: { header, path: { workspace } },
    body: { email: data.user.email, role },
  });
  return invited.data?.invitation.expiresAt ?? '';
}

export async function nameZones(client: Client, workspace: string): Promise<string[]> {
  const { data } = await client.GET('/workspaces/{workspace}/zones', { params: { path: { workspace } } });
  const shared: 'global' | undefined = data?.global[0]?.zoneType;
  return [shared ?? '', ...(data?.user ?? []).map((zone) => `${zone.domain}: ${zone.ownershipState}`)];
}

export async function pauseLink(client: Client, workspace: string, slug: string): Promise<boolean> {
  const { data } = await client.PATCH('/workspaces/{workspace}/urls/{slug}', {
    params: { header, path: { workspace, slug } },
    body: { isEnabled: false },
  });
  return data?.url.isEnabled === false;
}

export async function forget(client: Client): Promise<void> {
  // @ts-expect-error a change carries the header that no form can send
  await client.DELETE('/sessions', {});
}
