// A software passkey (WebAuthn level 3), written without the library with which the product checks it: an ES256 key in
// an authenticator that answers for any site, and wrongly when a test says so.

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** CBOR (RFC 8949) as far as authenticators use it. */
type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

function headOf(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

function cborOf(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? headOf(1, -1 - value) : headOf(0, value);
  if (typeof value === 'string')
    return Buffer.concat([headOf(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cborOf(key), cborOf(item)]);
  return Buffer.concat([headOf(5, value.size), ...entries]);
}

/** The public key in COSE (RFC 9053): EC2, ES256, P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborOf(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const FLAG = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 };

/** What differs from an honest authenticator in an honest browser. */
export type Wrong = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  isPresent?: boolean;
  /** The count in the answer; default: one more than before. */
  count?: number;
  userHandle?: string | null;
  signature?: Buffer;
  credentialId?: string;
  /** In a registration: format and content of the attestation statement. */
  statement?: { fmt: string; attStmt: Map<Cbor, Cbor> };
};

export type Question = { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } };
export type Credential = { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> };

export type SoftwareAuthenticator = {
  credentialId: string;
  create: (question: Question, wrong?: Wrong) => Credential;
  get: (question: Question, wrong?: Wrong) => Credential;
};

/** `isCounting`: default: true. When false, the count stays 0, as with synchronized passkeys. */
export function makeAuthenticator(
  origin: string,
  { isCounting = true, isSynced = false } = {},
): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  let count = 0;
  let userHandle: string | undefined;

  const clientDataOf = (type: string, { challenge }: Question, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: wrong.crossOrigin ?? false,
      }),
    );

  function dataOf(rpId: string, wrong: Wrong, attested?: Buffer): Buffer {
    const flags =
      (wrong.isPresent === false ? 0 : FLAG.present) |
      (wrong.isVerified === false ? 0 : FLAG.verified) |
      (isSynced ? FLAG.backupEligible | FLAG.backedUp : 0) |
      (attested ? FLAG.attested : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(wrong.count ?? count);
    const head = Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags]), counted]);
    return attested ? Buffer.concat([head, attested]) : head;
  }

  const credentialOf = (wrong: Wrong, response: Record<string, unknown>): Credential => {
    const shownId = wrong.credentialId ?? credentialId;
    return { id: shownId, rawId: shownId, type: 'public-key', response };
  };

  return {
    credentialId,
    create: (question, wrong = {}) => {
      userHandle = question.user?.id;
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const authData = dataOf(question.rp?.id ?? '', wrong, attested);
      const { fmt, attStmt } = wrong.statement ?? { fmt: 'none', attStmt: new Map<Cbor, Cbor>() };
      const attestationObject = cborOf(
        new Map<Cbor, Cbor>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      );
      return credentialOf(wrong, {
        clientDataJSON: clientDataOf('webauthn.create', question, wrong).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid', 'carrier-pigeon'],
      });
    },
    get: (question, wrong = {}) => {
      if (isCounting) count += 1;
      const clientData = clientDataOf('webauthn.get', question, wrong);
      const authData = dataOf(question.rpId ?? '', wrong);
      const signature =
        wrong.signature ?? sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      const handle = wrong.userHandle === undefined ? userHandle : wrong.userHandle;
      return credentialOf(wrong, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(handle !== null && { userHandle: handle }),
      });
    },
  };
}
