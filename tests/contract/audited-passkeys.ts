// The endpoints of passkeys, each with its action in the audit log.

import type { AuditedEndpoint } from './audited-endpoint';
import { addPerson, originOf, PASSWORD } from './console-browser';
import { addHolder, askToAdd } from './passkey-person';
import { makeAuthenticator } from './software-authenticator';
import type { WritingWorld } from './writing-world';

const F = '/me/second-factor/passkeys';

export function auditedPasskeys({ opened, statusOf }: WritingWorld): Record<string, AuditedEndpoint> {
  const addOne = async () => addHolder(opened().api, await addPerson(opened().api));
  const signsIn = { nothing: 'signing in changes nothing of a workspace' };
  const asks = { nothing: 'a question that nobody answers counts for nothing' };
  return {
    'POST /x/session/passkey': signsIn,
    'POST /x/session/passkey/options': asks,
    'POST /x/session/second-factor/passkey': signsIn,
    'POST /x/session/second-factor/passkey/options': asks,
    [`POST /x${F}/options`]: asks,
    [`POST /x${F}/proof`]: asks,
    [`POST /x${F}`]: {
      action: 'user.passkey_added',
      call: async (start) => {
        const person = await addPerson(opened().api);
        const credential = makeAuthenticator(originOf(opened().api)).create(await askToAdd(person));
        await start();
        return statusOf('POST', F, { name: 'Phone', credential }, person);
      },
    },
    [`PATCH /x${F}/:passkey`]: {
      action: 'user.passkey_renamed',
      call: async (start) => {
        const { person, id } = await addOne();
        await start();
        return statusOf('PATCH', `${F}/${id}`, { name: 'Ring' }, person);
      },
    },
    [`DELETE /x${F}/:passkey`]: {
      action: 'user.passkey_removed',
      call: async (start) => {
        const { person, id } = await addOne();
        await start();
        return statusOf('DELETE', `${F}/${id}`, { password: PASSWORD }, person);
      },
    },
  };
}
