// A browser's visit over https, to a front on a port of this machine.

import https from 'node:https';
import { connect } from 'node:tls';

type Front = { port: number; ca: string };

export type Visit =
  { kind: 'answer'; status: number; location: string | undefined } | { kind: 'failed'; reason: string };

const VISIT_MS = 60_000;

/** Checks the certificate as a browser does. */
export const visitHttps = (host: string, path: string, { port, ca }: Front): Promise<Visit> =>
  new Promise((resolve) => {
    const fail = (error: Error) => resolve({ kind: 'failed', reason: error.message });
    const options = { host: '127.0.0.1', port, servername: host, path, ca, headers: { host }, agent: false };
    const request = https.get(options, (response) => {
      response.resume();
      const { statusCode: status = 0, headers } = response;
      resolve({ kind: 'answer', status, location: headers.location });
    });
    request.setTimeout(VISIT_MS, () => request.destroy(new Error('no answer in time')));
    request.on('error', fail);
  });

/** Whether a TLS handshake for the name gets a valid certificate. */
export const hasCertificate = (name: string, { port, ca }: Front): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: name, ca });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.setTimeout(VISIT_MS, () => end(false));
    socket.on('secureConnect', () => end(socket.authorized)).on('error', () => end(false));
  });
