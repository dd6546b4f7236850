// Loads the library that verifies the signatures of authenticators at its first use, because it takes 18 MB of memory.

import { createRequire } from 'node:module';
import type * as webauthn from '@simplewebauthn/server';
import type * as helpers from '@simplewebauthn/server/helpers';

export type Webauthn = Pick<typeof webauthn, 'verifyRegistrationResponse' | 'verifyAuthenticationResponse'> &
  Pick<typeof helpers, 'decodeAttestationObject'>;

const isWebauthn = (value: object): value is Webauthn =>
  ['verifyRegistrationResponse', 'verifyAuthenticationResponse', 'decodeAttestationObject'].every(
    (name) => name in value,
  );

/** Uses require, because jest runs no import() of CommonJS files. */
export function loadWebauthn(): Webauthn {
  const load = createRequire(__filename);
  const loaded: unknown = { ...load('@simplewebauthn/server'), ...load('@simplewebauthn/server/helpers') };
  if (typeof loaded !== 'object' || loaded === null || !isWebauthn(loaded))
    throw new Error('this version of @simplewebauthn/server is not the one expected');
  return loaded;
}
