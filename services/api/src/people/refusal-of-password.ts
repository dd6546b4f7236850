// A new password's refusal, naming the field that it came in, or undefined when it may be set.

import { refuse, type Refusal } from '../errors/refusal';
import { judgePassword, MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from './judge-password';

export function refusalOfPassword(field: string, password: string, email: string): Refusal | undefined {
  const judgement = judgePassword(password, email);
  if (judgement === 'usable') return undefined;
  const limits = { min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS };
  return refuse('VALIDATION_FAILED', { field, reason: judgement, ...limits });
}
