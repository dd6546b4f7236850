// Whom a request's body invites as what, or the refusal that says what is wrong with it.

import { refuse, type Refusal } from '../../errors/refusal';
import { makeBodyReader } from '../../http/body-reader';
import { isEmail } from '../../people/is-email';
import { givenRoleOf, type GivenRole } from './given-role';

const readBody = makeBodyReader<{ email: string; role: string }>({
  type: 'object',
  required: ['email', 'role'],
  properties: { email: { type: 'string' }, role: { type: 'string' } },
});

export function readNewInvitation(
  body: unknown,
): { kind: 'new_invitation'; email: string; role: GivenRole } | Refusal {
  const read = readBody(body);
  if (read.kind === 'refused') return read;
  const email = read.body.email.trim();
  if (!isEmail(email)) return refuse('VALIDATION_FAILED', { field: 'email', reason: 'not_an_email' });
  const role = givenRoleOf(read.body.role);
  if (!role) return refuse('VALIDATION_FAILED', { field: 'role', reason: 'unknown_role' });
  return { kind: 'new_invitation', email, role };
}
