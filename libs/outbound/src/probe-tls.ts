// Probes which certificate a server presents for a name in a TLS handshake. Sends no data after it.

import type { LookupFunction } from 'node:net';
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { errorCodeOf } from '@kurz/process';
import { OutboundError, type OutboundFailure, type OutboundRefusal } from './outbound-error';

export type TlsRequest = {
  host: string;
  port: number;
  /** The server name that is requested (SNI). */
  name: string;
  timeoutMs: number;
};

export type TlsProbe =
  | {
      kind: 'certificate';
      /** OpenSSL's code for a chain that is not trusted; undefined for a trusted chain. */
      fault: string | undefined;
      /** Whether the certificate is valid for the name. */
      isFor: boolean;
      names: readonly string[];
      issuer: string;
      from: Date;
      until: Date;
    }
  | { kind: 'refused'; reason: OutboundRefusal }
  | { kind: 'failed'; reason: OutboundFailure; detail: string; isConnected: boolean };

const MAX_NAMES = 10;

const namesOf = ({ subjectaltname = '' }: PeerCertificate) =>
  subjectaltname
    .split(', ')
    .flatMap((name) => (name.startsWith('DNS:') ? [name.slice(4)] : []))
    .slice(0, MAX_NAMES);

const NAME_FAULT = 'ERR_TLS_CERT_ALTNAME_INVALID';
const EXPIRED_FAULTS = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

function certificateOf(socket: TLSSocket, name: string): TlsProbe {
  const certificate = socket.getPeerCertificate();
  // a code, although its type says Error; null without an error
  const code = socket.authorized ? undefined : String(socket.authorizationError);
  const { O: organisation, CN: common } = certificate.issuer;
  return {
    kind: 'certificate',
    fault: code === NAME_FAULT || EXPIRED_FAULTS.has(code ?? '') ? undefined : code,
    isFor: checkServerIdentity(name, certificate) === undefined,
    names: namesOf(certificate),
    issuer: [organisation, common].flat().filter(Boolean).join(', '),
    from: new Date(certificate.valid_from),
    until: new Date(certificate.valid_to),
  };
}

/** `ca`: certificate authorities that replace the public ones. */
export function probeTls(
  { host, port, name, timeoutMs }: TlsRequest,
  { lookup, ca }: { lookup: LookupFunction; ca: string | undefined },
): Promise<TlsProbe> {
  return new Promise((resolve) => {
    let isConnected = false;
    const socket = connect({ host, port, lookup, ca, servername: name, rejectUnauthorized: false });
    const end = (probe: TlsProbe) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(probe);
    };
    const fail = (reason: OutboundFailure, detail: string) =>
      end({ kind: 'failed', reason, detail, isConnected });
    const timer = setTimeout(() => fail('timeout', `nothing within ${timeoutMs} ms`), timeoutMs);
    socket.on('connect', () => (isConnected = true));
    socket.on('secureConnect', () => end(certificateOf(socket, name)));
    socket.on('error', (error: Error) => {
      if (!(error instanceof OutboundError)) fail('unreachable', errorCodeOf(error) ?? error.message);
      else if (error.outcome.kind === 'refused') end(error.outcome);
      else fail(error.outcome.reason, error.outcome.detail);
    });
    socket.on('close', () => fail('unreachable', 'the connection ended'));
  });
}
