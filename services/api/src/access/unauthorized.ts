// A 401, which has to say how one signs in (RFC 9110 §11.6.1).

import { refuse, type Refusal } from '../errors/refusal';

export function unauthorized(code: 'UNAUTHORIZED' | 'PLAN_NOT_ELIGIBLE'): Refusal {
  return refuse(code, {}, { 'WWW-Authenticate': 'Bearer realm="kurz"' });
}
