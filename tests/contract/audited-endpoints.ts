// The endpoints that change something, each with what the audit log calls it and a request that does it.

import type { AuditedEndpoint } from './audited-endpoint';
import { auditedEmailLinks } from './audited-email-links';
import { auditedPasskeys } from './audited-passkeys';
import { auditedSecondFactor } from './audited-second-factor';
import { addMember, addPerson, openBrowser, PASSWORD } from './console-browser';
import type { WritingWorld } from './writing-world';

type Send = (method: string, path: string, body?: object) => Promise<number>;

function linkEndpoints(
  { newLink, newBatch, addLink }: WritingWorld,
  prefix: string,
  send: Send,
): Record<string, AuditedEndpoint> {
  return {
    [`POST ${prefix}/urls`]: { action: 'link.created', call: () => send('POST', '/urls', newLink()) },
    [`POST ${prefix}/urls/batch`]: {
      action: 'link.created',
      call: () => send('POST', '/urls/batch', newBatch()),
    },
    [`PATCH ${prefix}/urls/:slug`]: {
      action: 'link.edited',
      call: async (begin) => {
        const slug = await addLink();
        await begin();
        return send('PATCH', `/urls/${slug}`, { title: 'another' });
      },
    },
    [`DELETE ${prefix}/urls/:slug`]: {
      action: 'link.deleted',
      call: async (begin) => {
        const slug = await addLink();
        await begin();
        return send('DELETE', `/urls/${slug}`);
      },
    },
  };
}

const W = '/x/workspaces/:workspace';

/** With something that the case makes first. */
const after = <T>(
  make: () => Promise<T>,
  call: (made: T) => Promise<number>,
): ((begin: () => Promise<void>) => Promise<number>) => {
  return async (begin) => {
    const made = await make();
    await begin();
    return call(made);
  };
};

/** By method and path. */
export function auditedEndpoints(world: WritingWorld): Record<string, AuditedEndpoint> {
  const { opened, newName, newWorkspace, ask, statusOf, at, addZone, invite, addToken, beginTransfer } =
    world;
  return {
    ...linkEndpoints(world, '/v1', async (method, path, body) => {
      const token = await world.workspaceToken();
      return (await opened().api.fetchJson(method, path, { token, body })).status;
    }),
    ...linkEndpoints(world, '/x', statusOf),
    ...linkEndpoints(world, W, (method, path, body) => statusOf(method, at(path), body)),
    'POST /x/session': { nothing: 'signing in changes nothing of a workspace' },
    ...auditedPasskeys(world),
    ...auditedSecondFactor(world),
    'POST /x/session/link': { nothing: 'signing in changes nothing of a workspace' },
    'DELETE /x/session': { nothing: 'signing out changes nothing of a workspace' },
    'POST /x/session/refresh': { nothing: 'goes on with a session' },
    'DELETE /x/sessions': {
      action: 'user.sessions_ended',
      call: after(
        () => addPerson(opened().api),
        (person) => statusOf('DELETE', '/sessions', undefined, person),
      ),
    },
    'DELETE /x/sessions/others': {
      action: 'user.sessions_ended',
      call: after(
        () => addPerson(opened().api),
        (person) => statusOf('DELETE', '/sessions/others', undefined, person),
      ),
    },
    'DELETE /x/sessions/:session': {
      action: 'user.sessions_ended',
      call: after(
        async () => {
          const person = await addPerson(opened().api);
          const { body } = await person.browser.call<{ sessions: { id: string }[] }>('GET', '/sessions');
          return { person, id: body.sessions[0]?.id ?? '' };
        },
        ({ person, id }) => statusOf('DELETE', `/sessions/${id}`, undefined, person),
      ),
    },
    'PUT /x/me/password': {
      action: 'user.password_changed',
      call: after(
        () => addPerson(opened().api),
        (person) =>
          statusOf(
            'PUT',
            '/me/password',
            { oldPassword: PASSWORD, newPassword: 'a horse, a stable' },
            person,
          ),
      ),
    },
    'DELETE /x/me': {
      action: 'user.deleted',
      call: after(
        () => addPerson(opened().api),
        (person) => statusOf('DELETE', '/me', { password: PASSWORD }, person),
      ),
    },
    ...auditedEmailLinks(world),
    'POST /x/invitations/read': { nothing: 'only reads' },
    'POST /x/invitations/accept': {
      action: 'member.joined',
      call: after(
        async () => {
          const person = await addPerson(opened().api);
          return { person, secret: (await invite(person.email)).secret };
        },
        ({ person, secret }) => statusOf('POST', '/invitations/accept', { secret }, person),
      ),
    },
    'POST /x/invitations/sign-up': {
      action: 'member.joined',
      call: after(
        () => invite(`${newName()}@example.com`),
        async ({ secret }) => {
          const body = { secret, password: PASSWORD };
          return (await openBrowser(opened().api).call('POST', '/invitations/sign-up', { body })).status;
        },
      ),
    },
    'POST /x/tokens': {
      action: 'token.created',
      call: () => statusOf('POST', '/tokens', { name: 'mine', personalScopes: ['links:read'] }),
    },
    'DELETE /x/tokens/:token': {
      action: 'token.revoked',
      call: after(
        () => addToken('/tokens', { personalScopes: ['links:read'] }),
        (id) => statusOf('DELETE', `/tokens/${id}`),
      ),
    },
    'POST /x/workspaces': {
      action: 'workspace.created',
      call: () => statusOf('POST', '/workspaces', { name: 'Team' }),
    },
    [`PATCH ${W}`]: {
      action: 'workspace.renamed',
      call: () => statusOf('PATCH', at(''), { name: 'Another name' }),
    },
    [`DELETE ${W}`]: {
      action: 'workspace.deleted',
      call: after(newWorkspace, (id) => statusOf('DELETE', at('', id), { password: PASSWORD })),
    },
    [`PUT ${W}/plan`]: {
      action: 'workspace.plan_changed',
      call: after(newWorkspace, (id) => statusOf('PUT', at('/plan', id), { plan: 'team' })),
    },
    [`PATCH ${W}/members/:user`]: {
      action: 'member.role_changed',
      call: after(
        () => addMember(opened().api, opened().workspaceId, 'viewer'),
        ({ userId }) => statusOf('PATCH', at(`/members/${userId}`), { role: 'admin' }),
      ),
    },
    [`DELETE ${W}/members/:user`]: {
      action: 'member.removed',
      call: after(
        () => addMember(opened().api, opened().workspaceId, 'viewer'),
        ({ userId }) => statusOf('DELETE', at(`/members/${userId}`)),
      ),
    },
    [`POST ${W}/invitations`]: {
      action: 'invitation.created',
      call: () => statusOf('POST', at('/invitations'), { email: `${newName()}@example.com`, role: 'member' }),
    },
    [`DELETE ${W}/invitations/:invitation`]: {
      action: 'invitation.withdrawn',
      call: after(
        () => invite(`${newName()}@example.com`),
        ({ invitation }) => statusOf('DELETE', at(`/invitations/${invitation.id}`)),
      ),
    },
    [`POST ${W}/transfer`]: {
      action: 'workspace.transfer_begun',
      call: async (begin) => {
        const id = await newWorkspace();
        const { email } = await addMember(opened().api, id, 'member');
        await begin();
        return statusOf('POST', at('/transfer', id), { email });
      },
    },
    [`DELETE ${W}/transfer`]: {
      action: 'workspace.transfer_cancelled',
      call: after(beginTransfer, ({ id }) => statusOf('DELETE', at('/transfer', id))),
    },
    [`POST ${W}/transfer/accept`]: {
      action: 'workspace.transfer_ended',
      call: after(beginTransfer, ({ id, heir }) =>
        statusOf('POST', at('/transfer/accept', id), undefined, heir),
      ),
    },
    [`POST ${W}/tokens`]: {
      action: 'token.created',
      call: () => statusOf('POST', at('/tokens'), { name: 'CI', scopes: ['links:read'] }),
    },
    [`DELETE ${W}/tokens/:token`]: {
      action: 'token.revoked',
      call: after(
        () => addToken(at('/tokens'), { scopes: ['links:read'] }),
        (id) => statusOf('DELETE', at(`/tokens/${id}`)),
      ),
    },
    [`POST ${W}/link-draft`]: { nothing: 'only judges' },
    [`POST ${W}/zones`]: {
      action: 'zone.created',
      call: () => statusOf('POST', at('/zones'), { domain: `${newName()}.example` }),
    },
    [`PATCH ${W}/zones/:zone`]: {
      action: 'zone.edited',
      call: after(addZone, ({ id }) => statusOf('PATCH', at(`/zones/${id}`), { name: 'Ours' })),
    },
    [`DELETE ${W}/zones/:zone`]: {
      action: 'zone.removed',
      call: after(addZone, ({ id }) => statusOf('DELETE', at(`/zones/${id}`))),
    },
    [`POST ${W}/zones/:zone/verify`]: {
      action: 'zone.verified',
      call: after(addZone, ({ id, verification }) => {
        opened().dns.setTxt(verification.name, [verification.value]);
        return statusOf('POST', at(`/zones/${id}/verify`));
      }),
    },
    [`PUT ${W}/zones/:zone/default`]: {
      action: 'workspace.default_zone_changed',
      call: () => statusOf('PUT', at(`/zones/${opened().api.zoneId}/default`)),
    },
    [`DELETE ${W}/zones/:zone/default`]: {
      action: 'workspace.default_zone_changed',
      call: after(
        () => ask('PUT', at(`/zones/${opened().api.zoneId}/default`)),
        () => statusOf('DELETE', at('/zones/x/default')),
      ),
    },
    [`PUT ${W}/utm-conventions`]: {
      action: 'workspace.utm_conventions_changed',
      call: () => statusOf('PUT', at('/utm-conventions'), { enabled: true, lowercase: true }),
    },
  };
}
