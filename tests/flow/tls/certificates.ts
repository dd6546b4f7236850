// CAs for tests of encrypted connections, and certificates for 127.0.0.1 that they sign.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DAYS = '2';

export type Authority = {
  /** File of the CA's certificate. */
  file: string;
  /** Files of a certificate that it has signed, and of the key to it (PKCS #8). */
  server: { certificate: string; key: string };
};

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });

/** Makes a CA and a server certificate in `folder`, with openssl. */
export function makeAuthority(folder: string, name: string): Authority {
  const at = (file: string) => path.join(folder, `${name}-${file}`);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const [file, key] = [at('ca.pem'), at('ca.key')];
  openssl('req', '-x509', ...newKey, '-keyout', key, '-out', file, '-days', DAYS, '-subj', `/CN=${name}`);
  const server = { certificate: at('server.pem'), key: at('server.key') };
  const [request, names] = [at('server.csr'), at('server.names')];
  openssl('req', ...newKey, '-keyout', server.key, '-out', request, '-subj', '/CN=server');
  writeFileSync(names, 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const signing = ['-CA', file, '-CAkey', key, '-CAcreateserial', '-days', DAYS, '-extfile', names];
  openssl('x509', '-req', '-in', request, '-out', server.certificate, ...signing);
  return { file, server };
}

/** A PEM file as a line of a Java properties file. */
export const inOneLine = (file: string) => readFileSync(file, 'utf8').trim().replaceAll('\n', '\\n');
