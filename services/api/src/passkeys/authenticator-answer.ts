// Reads an authenticator's answer as the browser sends it: base64url texts of bounded length, or nothing at all.

import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** Several times the length of the largest keys and of the specification's credential ids (1,023 bytes). */
const MAX_CHARACTERS = 10_000;
const BASE64URL = /^[\w-]+$/;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const isTransport = (value: unknown): value is AuthenticatorTransport =>
  TRANSPORTS.some((known) => known === value);

/** The known ways to reach an authenticator. Browsers show better prompts with them. */
export const transportsOf = (sent: unknown): AuthenticatorTransport[] =>
  Array.isArray(sent) ? [...new Set(sent.filter(isTransport))] : [];

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isBase64url = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_CHARACTERS && BASE64URL.test(value);

/** Undefined when one of the texts is missing or is not base64url. */
function textsOf<Name extends string>(
  fields: Fields,
  names: readonly Name[],
): Record<Name, string> | undefined {
  const found = names.map((name) => [name, fields[name]] as const);
  if (!found.every(([, value]) => isBase64url(value))) return undefined;
  return Object.fromEntries(found) as Record<Name, string>;
}

function partsOf(sent: unknown): { id: string; response: Fields } | undefined {
  if (!isFields(sent) || !isFields(sent['response']) || sent['type'] !== 'public-key') return undefined;
  const { id, rawId, response } = sent;
  return isBase64url(id) && id === rawId ? { id, response } : undefined;
}

const REST = { clientExtensionResults: {}, type: 'public-key' } as const;

export function assertionOf(sent: unknown): AuthenticationResponseJSON | undefined {
  const parts = partsOf(sent);
  const texts = parts && textsOf(parts.response, ['clientDataJSON', 'authenticatorData', 'signature']);
  if (!texts) return undefined;
  const { id, response } = parts;
  const { userHandle } = response;
  if (userHandle === undefined) return { ...REST, id, rawId: id, response: texts };
  return isBase64url(userHandle) ? { ...REST, id, rawId: id, response: { ...texts, userHandle } } : undefined;
}

export function attestationOf(sent: unknown): RegistrationResponseJSON | undefined {
  const parts = partsOf(sent);
  const texts = parts && textsOf(parts.response, ['clientDataJSON', 'attestationObject']);
  if (!texts) return undefined;
  const { id, response } = parts;
  const transports = transportsOf(response['transports']);
  return { ...REST, id, rawId: id, response: { ...texts, transports } };
}

/** The challenge that was signed. Undefined when the text is not client data, or comes from a frame of another site. */
export function challengeOf(clientDataJSON: string): Buffer | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    if (!isFields(data) || data['crossOrigin'] === true || !isBase64url(data['challenge'])) return undefined;
    return Buffer.from(data['challenge'], 'base64url');
  } catch {
    return undefined;
  }
}
