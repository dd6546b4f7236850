// Passkeys (WebAuthn) in the browser. The library is loaded when a passkey is first needed.

import type * as webauthn from '@simplewebauthn/browser';

type Question = webauthn.PublicKeyCredentialRequestOptionsJSON;
type NewQuestion = webauthn.PublicKeyCredentialCreationOptionsJSON;

/** The browser gave no passkey. `cancelled` includes a timeout, which browsers do not report separately. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  constructor(readonly reason: 'cancelled' | 'exists' | 'failed') {
    super(reason);
  }
}

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Whether the browser can offer passkeys in the field for the e-mail address. */
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

/** Lets an authenticator make a passkey. */
export async function createPasskey(optionsJSON: NewQuestion): Promise<webauthn.RegistrationResponseJSON> {
  const { startRegistration } = await load();
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    throw passkeyErrorOf(error);
  }
}

/** `isOffer`: among the browser's autofill, used only if the person chooses it. Another call ends the offer. */
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
