// The 401 of the web app's endpoints, which has to say how one signs in (RFC 9110 §11.6.1).

import { refuse, type Refusal } from '../errors/refusal';

export function signedOut(): Refusal {
  return refuse('SIGNED_OUT', {}, { 'WWW-Authenticate': 'Cookie realm="kurz"' });
}
