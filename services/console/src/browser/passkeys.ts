// What the browser does with passkeys (WebAuthn). The library for it is loaded when one is first asked for.

import type * as webauthn from '@simplewebauthn/browser';

type Question = webauthn.PublicKeyCredentialRequestOptionsJSON;
type NewQuestion = webauthn.PublicKeyCredentialCreationOptionsJSON;

/** No passkey came out of it; `cancelled` includes a time-out, which browsers do not report separately. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  constructor(readonly reason: 'cancelled' | 'exists' | 'failed') {
    super(reason);
  }
}

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Whether the browser offers passkeys where an address is typed. */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() &&
  typeof PublicKeyCredential.isConditionalMediationAvailable === 'function' &&
  PublicKeyCredential.isConditionalMediationAvailable();

let library: Promise<typeof webauthn> | undefined;

const load = () =>
  (library ??= import('@simplewebauthn/browser').catch((error: unknown) => {
    library = undefined;
    throw error;
  }));

const REASONS: Readonly<Record<string, PasskeyError['reason']>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
};

function passkeyErrorOf(error: unknown): PasskeyError {
  return new PasskeyError((error instanceof Error && REASONS[error.name]) || 'failed');
}

/** Has an authenticator make a passkey. */
export async function createPasskey(optionsJSON: NewQuestion): Promise<webauthn.RegistrationResponseJSON> {
  const { startRegistration } = await load();
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    throw passkeyErrorOf(error);
  }
}

/** `isOffer`: beside what the browser fills in, and only if the person chooses it; another question ends it. */
export async function askForPasskey(
  optionsJSON: Question,
  { isOffer = false } = {},
): Promise<webauthn.AuthenticationResponseJSON> {
  const { startAuthentication } = await load();
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: isOffer });
  } catch (error) {
    throw passkeyErrorOf(error);
  }
}

/** Ends a pending offer. */
export async function endOffer(): Promise<void> {
  if (!library) return;
  const { WebAuthnAbortService } = await library;
  WebAuthnAbortService.cancelCeremony();
}
