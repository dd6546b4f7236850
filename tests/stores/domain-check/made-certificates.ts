// Certificates that a test authority issues for a front: valid ones, and ones that are invalid in each way.

import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const DAY_MS = 86_400_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** The certificate, with its chain when it has one, and the private key, each as PEM. */
export type Made = { cert: string; key: string };

export type MadeOptions = {
  /** Days from now; default: -1 to 80. */
  from?: number;
  until?: number;
  isSelfSigned?: boolean;
  /** Default: true. */
  hasChain?: boolean;
};

const days = (count: number) => new Date(Date.now() + count * DAY_MS);
const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const serial = () => Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex');

export async function makeAuthority() {
  const [rootKeys, keys] = [await newKeys(), await newKeys()];
  const isAuthority = new x509.BasicConstraintsExtension(true, undefined, true);
  const validity = { notBefore: days(-100), notAfter: days(365) };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: 'CN=Root of the tests',
    ...validity,
    signingAlgorithm: ALGORITHM,
    keys: rootKeys,
    extensions: [isAuthority],
  });
  const intermediate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: 'CN=Intermediate of the tests, O=Tests',
    issuer: root.subject,
    ...validity,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [isAuthority],
  });

  const certificateOf = async (names: string[], options: MadeOptions = {}): Promise<Made> => {
    const { from = -1, until = 80, isSelfSigned = false, hasChain = true } = options;
    const own = await newKeys();
    const subject = `CN=${names[0] ?? ''}`;
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: serial(),
      subject,
      issuer: isSelfSigned ? subject : intermediate.subject,
      notBefore: days(from),
      notAfter: days(until),
      signingAlgorithm: ALGORITHM,
      publicKey: own.publicKey,
      signingKey: isSelfSigned ? own.privateKey : keys.privateKey,
      extensions: [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value })))],
    });
    const exported = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey));
    const chain = hasChain && !isSelfSigned ? `\n${intermediate.toString('pem')}` : '';
    return {
      cert: certificate.toString('pem') + chain,
      key: `-----BEGIN PRIVATE KEY-----\n${exported.toString('base64')}\n-----END PRIVATE KEY-----\n`,
    };
  };
  return { ca: root.toString('pem'), certificateOf };
}
