// The endpoints of workspaces, their members, tokens and domains, each with what the audit log calls it.

import { after, type AuditedEndpoint } from './audited-endpoint';
import { addMember, PASSWORD } from './console-browser';
import type { WritingWorld } from './writing-world';

const W = '/x/workspaces/:workspace';

export function auditedWorkspaces(world: WritingWorld): Record<string, AuditedEndpoint> {
  const { opened, newName, newWorkspace, ask, statusOf, at, addZone, invite, addToken, beginTransfer } =
    world;
  return {
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
