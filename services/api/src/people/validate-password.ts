// Validates a new password. Only its length is checked (NIST SP 800-63B), and that it is not the e-mail address.

import { refuse, type Refusal } from '../errors/refusal';

export const MIN_PASSWORD_CHARACTERS = 10;
export const MAX_PASSWORD_CHARACTERS = 256;

export type PasswordValidation = 'usable' | 'wrong_length' | 'same_as_email';

/** Counted in code points; compared with the e-mail address without regard to case. */
export function validatePassword(password: string, email: string): PasswordValidation {
  const length = [...password.slice(0, 2 * MAX_PASSWORD_CHARACTERS + 1)].length;
  if (length < MIN_PASSWORD_CHARACTERS || length > MAX_PASSWORD_CHARACTERS) return 'wrong_length';
  return password.trim().toLowerCase() === email.trim().toLowerCase() ? 'same_as_email' : 'usable';
}

/** `field`: the field of the password in the body. Undefined when the password may be set. */
export function refusalOfPassword(field: string, password: string, email: string): Refusal | undefined {
  const validation = validatePassword(password, email);
  if (validation === 'usable') return undefined;
  const limits = { min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS };
  return refuse('VALIDATION_FAILED', { field, reason: validation, ...limits });
}
