// The endpoints of mailed links, each with its action in the audit log.

import { addEmailLink } from './add-email-link';
import type { AuditedEndpoint } from './audited-endpoint';
import { addPerson, openBrowser, type TestPerson } from './console-browser';
import type { TestApi } from './start-api';
import type { WritingWorld } from './writing-world';

async function addUnverified(api: TestApi): Promise<TestPerson> {
  const person = await addPerson(api);
  await api.db
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', person.userId)
    .execute();
  return person;
}

export function auditedEmailLinks({ opened, statusOf }: WritingWorld): Record<string, AuditedEndpoint> {
  return {
    'POST /x/me/email-proof': { nothing: 'only has a mail sent' },
    'POST /x/me/email-proof/confirm': {
      action: 'user.email_proven',
      call: async (begin) => {
        const person = await addUnverified(opened().api);
        const secret = await addEmailLink(opened().api, person, 'email-proof');
        await begin();
        return statusOf('POST', '/me/email-proof/confirm', { secret }, person);
      },
    },
    'POST /x/password-resets': { nothing: 'only has a mail sent' },
    'POST /x/password-resets/confirm': {
      action: 'user.password_changed',
      call: async (begin) => {
        const { api } = opened();
        const secret = await addEmailLink(api, await addPerson(api), 'password-reset');
        await begin();
        const body = { secret, password: 'a horse, a stable' };
        return (await openBrowser(api).call('POST', '/password-resets/confirm', { body })).status;
      },
    },
  };
}
