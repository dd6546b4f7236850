// Refusals that the passkey endpoints share: of an authenticator's answer, and of a page at an address that passkeys
// were not made for.

import { refuse, type Refusal } from '../errors/refusal';
import type { PublicRequest } from '../http/console-route';
import type { RelyingParty } from '../passkeys/relying-party';

export const refusalOfPasskey = (kind: 'expired' | 'refused'): Refusal =>
  refuse(kind === 'expired' ? 'PASSKEY_EXPIRED' : 'PASSKEY_REFUSED');

/** The browser would refuse a passkey of another host with an unhelpful message. */
export function relyingPartyHere(
  { headers }: Pick<PublicRequest, 'headers'>,
  relyingParty: RelyingParty | undefined,
): ({ kind: 'here' } & RelyingParty) | Refusal {
  if (!relyingParty) return refuse('PASSKEYS_NOT_SET_UP');
  const { origin } = relyingParty;
  if (headers['origin'] !== origin) return refuse('PASSKEYS_ELSEWHERE', { address: origin });
  return { kind: 'here', ...relyingParty };
}
