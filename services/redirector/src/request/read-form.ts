// Reads the body of a POST on demand: one short field of a form, and nothing longer.

import type { IncomingMessage } from 'node:http';
import { isSecureRequest } from '@kurz/process';

/** `unusable`: longer than any form that a page of ours sends, or cut off. */
export type ReadForm = { kind: 'form'; fields: URLSearchParams } | { kind: 'unusable' };

export type SentForm = {
  /** Over HTTPS. */
  isSecure: boolean;
  /** Never rejects: when the client leaves before its end, the form is unusable. */
  read: () => Promise<ReadForm>;
};

/** 128 characters of four bytes, each sent as `%xx`, and the name of the field. */
const MAX_BYTES = 2_048;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

async function readForm(request: IncomingMessage): Promise<ReadForm> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return { kind: 'unusable' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  const outcome = await new Promise<'whole' | 'long' | 'left'>((resolve) => {
    const left = () => resolve('left');
    request.on('error', left).on('close', left);
    request.on('end', () => resolve('whole'));
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) chunks.push(chunk);
      else resolve('long');
    });
  });
  if (outcome !== 'whole') {
    request.pause();
    return { kind: 'unusable' };
  }
  return { kind: 'form', fields: new URLSearchParams(Buffer.concat(chunks).toString('utf8')) };
}

/** Undefined: the request brings no form. */
export function sentFormOf(request: IncomingMessage, trustedProxies: number): SentForm | undefined {
  if (request.method !== 'POST' || !FORM.test(request.headers['content-type'] ?? '')) return undefined;
  return { isSecure: isSecureRequest(request, trustedProxies), read: () => readForm(request) };
}
