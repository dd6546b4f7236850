// The endpoints of second factors, each with its action in the audit log.

import { stepAt, totpOf } from '../../services/api/src/second-factors/totp';
import type { AuditedEndpoint } from './audited-endpoint';
import { bytesOfBase32 } from './base32';
import { addOwnWorkspace, addPerson, PASSWORD, type TestPerson } from './console-browser';
import type { WritingWorld } from './writing-world';

const F = '/me/second-factor';
const body = { password: PASSWORD };

async function begin(person: TestPerson): Promise<{ code: string }> {
  const { body: begun } = await person.browser.call<{ secret: string }>('POST', `${F}/totp`, { body });
  return { code: totpOf(bytesOfBase32(begun.secret), stepAt(Date.now())) };
}

export function auditedSecondFactor({ opened, statusOf }: WritingWorld): Record<string, AuditedEndpoint> {
  const addProtected = async () => {
    const person = await addPerson(opened().api);
    await person.browser.call('POST', `${F}/totp/confirm`, { body: await begin(person) });
    return person;
  };
  return {
    'POST /x/session/second-factor': { nothing: 'signing in changes nothing of a workspace' },
    [`POST /x${F}/totp`]: { nothing: 'a set-up that is not confirmed counts for nothing' },
    [`POST /x${F}/totp/confirm`]: {
      action: 'user.second_factor_added',
      call: async (start) => {
        const person = await addPerson(opened().api);
        const code = await begin(person);
        await start();
        return statusOf('POST', `${F}/totp/confirm`, code, person);
      },
    },
    [`DELETE /x${F}/totp`]: {
      action: 'user.second_factor_removed',
      call: async (start) => {
        const person = await addProtected();
        await start();
        return statusOf('DELETE', `${F}/totp`, body, person);
      },
    },
    [`POST /x${F}/recovery-codes`]: {
      action: 'user.recovery_codes_renewed',
      call: async (start) => {
        const person = await addProtected();
        await start();
        return statusOf('POST', `${F}/recovery-codes`, body, person);
      },
    },
    'PUT /x/workspaces/:workspace/second-factor': {
      action: 'workspace.second_factor_rule_changed',
      call: async (start) => {
        const owner = await addProtected();
        const id = await addOwnWorkspace(owner);
        await start();
        return statusOf('PUT', `/workspaces/${id}/second-factor`, { isRequired: true }, owner);
      },
    },
  };
}
