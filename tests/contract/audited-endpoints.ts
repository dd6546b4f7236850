// The endpoints that change something, each with what the audit log calls it and a request that does it.

import { after, type AuditedEndpoint } from './audited-endpoint';
import { auditedEmailLinks } from './audited-email-links';
import { auditedImports } from './audited-imports';
import { auditedPasskeys } from './audited-passkeys';
import { auditedSecondFactor } from './audited-second-factor';
import { auditedTags } from './audited-tags';
import { auditedWorkspaces } from './audited-workspaces';
import { addPerson, openBrowser, PASSWORD } from './console-browser';
import type { WritingWorld } from './writing-world';

type Send = (method: string, path: string, body?: object) => Promise<number>;

function linkEndpoints(world: WritingWorld, prefix: string, send: Send): Record<string, AuditedEndpoint> {
  const { newLink, newBatch, addLink } = world;
  return {
    [`POST ${prefix}/urls`]: { action: 'link.created', call: () => send('POST', '/urls', newLink()) },
    [`POST ${prefix}/urls/batch`]: {
      action: 'link.created',
      call: () => send('POST', '/urls/batch', newBatch()),
    },
    [`PATCH ${prefix}/urls/batch`]: {
      action: 'link.edited',
      call: async (begin) => {
        const slug = await addLink();
        await begin();
        return send('PATCH', '/urls/batch', { links: [{ slug, isEnabled: false }] });
      },
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
    ...auditedTags(world, prefix, send),
  };
}

const W = '/x/workspaces/:workspace';

/** Endpoints by method and path. */
export function auditedEndpoints(world: WritingWorld): Record<string, AuditedEndpoint> {
  const { opened, newName, statusOf, at, invite, addToken } = world;
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
    ...auditedImports(world),
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
    ...auditedWorkspaces(world),
  };
}
