// Asks the API of another shortener for JSON. It waits as long as it is told to (429, Retry-After), and asks again when a
// connection is cut or an answer is broken. What it throws never holds the token.

import { setTimeout as sleep } from 'node:timers/promises';
import { types } from 'node:util';
import { retry } from '@kurz/resilience';
import { SourceFault, SourceLacks } from '../import-source';

export type JsonRequest = {
  url: URL;
  headers: Readonly<Record<string, string>>;
  form?: Readonly<Record<string, string>>;
};

const ATTEMPTS = 5;
const MAX_WAIT_MS = 30_000;
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Bitly counts by the hour. */
const MOST_TOLD_WAIT_SECONDS = 3_600;

/** Seconds, or a date; undefined: none is given. */
export function toldWait(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}

function bytesOf(chunk: unknown): Uint8Array {
  if (types.isUint8Array(chunk)) return chunk;
  throw new Error('a body is not of bytes');
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = bytesOf(chunk);
    if ((length += bytes.length) > MAX_BYTES) throw new SourceFault(`answers more than ${MAX_BYTES} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

/** Throws SourceFault for what another try does not change. */
function refuseStatus({ status }: Response, { url }: JsonRequest): void {
  if (status === 401) throw new SourceFault('refuses the token');
  if (status === 403) throw new SourceLacks('refuses the token');
  if (status === 404) throw new SourceLacks(`has no ${url.pathname}`);
  if (status >= 300 && status < 400) throw new SourceFault('redirects to another address: name that one');
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    throw new SourceFault(`answers with the status ${status}`);
  if (status !== 200) throw new Error(`status ${status}`);
}

/** Ends when there is an answer that asks for no wait. */
async function ask(request: JsonRequest): Promise<Response> {
  for (;;) {
    const { url, headers, form } = request;
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...headers },
      body: form && new URLSearchParams(form),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const isBusy = response.status === 429 || response.status === 503;
    const seconds = isBusy ? toldWait(response.headers.get('retry-after'), Date.now()) : undefined;
    if (seconds === undefined) return response;
    await response.body?.cancel();
    if (seconds > MOST_TOLD_WAIT_SECONDS)
      throw new SourceFault(`wants no requests for ${seconds} seconds: run the same command again then`);
    await sleep(seconds * 1_000);
  }
}

/** @param minMs the first wait between two tries */
export async function readJson(request: JsonRequest, minMs: number): Promise<unknown> {
  const once = async (): Promise<unknown> => {
    const response = await ask(request);
    refuseStatus(response, request);
    return JSON.parse(await textOf(response));
  };
  const isRetriable = (error: unknown) => !(error instanceof SourceFault);
  try {
    return await retry(once, { minMs, maxMs: MAX_WAIT_MS, attempts: ATTEMPTS, isRetriable });
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    const reason = error instanceof SyntaxError ? 'what it answers is no JSON' : reasonOf(error);
    throw new SourceFault(`cannot be read: ${reason}`);
  }
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
