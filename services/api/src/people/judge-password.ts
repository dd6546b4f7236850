// Says whether a password may be set. Length is what protects (NIST SP 800-63B); the rest is left to the person.

export const MIN_PASSWORD_CHARACTERS = 10;
export const MAX_PASSWORD_CHARACTERS = 256;

export type PasswordJudgement = 'usable' | 'wrong_length' | 'same_as_email';

/** Counted in code points; compared with the e-mail address without regard to case. */
export function judgePassword(password: string, email: string): PasswordJudgement {
  const length = [...password.slice(0, 2 * MAX_PASSWORD_CHARACTERS + 1)].length;
  if (length < MIN_PASSWORD_CHARACTERS || length > MAX_PASSWORD_CHARACTERS) return 'wrong_length';
  return password.trim().toLowerCase() === email.trim().toLowerCase() ? 'same_as_email' : 'usable';
}
