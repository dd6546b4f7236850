// Requests JSON from the API of another shortener. It waits as long as the API demands (429 or 503 with Retry-After),
// and retries when a connection is cut or an answer is broken. Its errors never hold the token.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbound, OutboundOutcome, OutboundRefusal } from '@kurz/outbound';
import { retry } from '@kurz/resilience';
import { SourceFault, SourceLacks } from '../import-source';

export type JsonRequestOptions = {
  /** Decides whether an address may be asked. */
  outbound: Pick<Outbound, 'request'>;
  /** The first wait between two tries. */
  retryMs: number;
  /** The most bytes of one answer. */
  maxBytes?: number;
  /** Ends waits and retries. The signal's reason is thrown then. */
  signal?: AbortSignal;
  /** Called before a wait that the source asks for. */
  onWait?: (seconds: number) => Promise<void>;
};

export type JsonRequest = {
  url: URL;
  headers: Readonly<Record<string, string>>;
  form?: Readonly<Record<string, string>>;
};

const ATTEMPTS = 5;
const MAX_WAIT_MS = 30_000;
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Values of one answer. The shortest, `[`, takes 60 bytes of memory; eight million of them take that of a process. */
const MAX_VALUES = 500_000;
/** Waits in a row for one request. */
const MAX_RETRY_AFTER_WAITS = 50;
/** Bitly counts by the hour. */
const MAX_RETRY_AFTER_SECONDS = 3_600;

type Answer = Extract<OutboundOutcome, { kind: 'answer' }>;

const REFUSALS: Readonly<Record<OutboundRefusal, string>> = {
  scheme: 'is asked by https alone',
  credentials: 'gets its token apart from its address',
  port: 'has a port that is not asked',
  not_public: 'has no public address',
};

const strange = (message: string) => new SourceFault(message, 'strange');

/** The seconds to wait by Retry-After, a number or a date; undefined when it is neither. */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}

/** Throws SourceFault for what another try does not change. */
function refuseStatus({ status }: Answer, { url }: JsonRequest): void {
  if (status === 401) throw new SourceFault('refuses the token', 'token_refused');
  if (status === 403) throw new SourceLacks('refuses the token', 'token_refused');
  if (status === 404) throw new SourceLacks(`has no ${url.pathname}`, 'strange');
  if (status >= 300 && status < 400) throw strange('redirects to another address: name that one');
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    throw strange(`answers with the status ${status}`);
  if (status !== 200) throw new Error(`status ${status}`);
}

async function requestOnce(
  { outbound, maxBytes = MAX_BYTES }: JsonRequestOptions,
  { url, headers, form }: JsonRequest,
): Promise<Answer> {
  const outcome = await outbound.request({
    url,
    method: form ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      ...headers,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
    },
    body: form && new URLSearchParams(form).toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes,
  });
  if (outcome.kind === 'answer') return outcome;
  if (outcome.kind === 'refused') throw new SourceFault(REFUSALS[outcome.reason], 'not_allowed');
  if (outcome.reason === 'too_large') throw strange(`answers more than ${maxBytes} bytes`);
  throw new Error(outcome.detail);
}

/** Resolves with the first answer that asks for no wait. */
async function requestWithWaits(options: JsonRequestOptions, request: JsonRequest): Promise<Answer> {
  const { signal, onWait } = options;
  for (let waits = 0; ; waits++) {
    signal?.throwIfAborted();
    const answer = await requestOnce(options, request);
    const isBusy = answer.status === 429 || answer.status === 503;
    const seconds = isBusy ? retryAfterSeconds(answer.headers['retry-after'], Date.now()) : undefined;
    if (seconds === undefined) return answer;
    if (seconds > MAX_RETRY_AFTER_SECONDS || waits === MAX_RETRY_AFTER_WAITS)
      throw new SourceFault(
        `wants no requests for ${seconds} seconds: run the same command again then`,
        'busy',
      );
    await onWait?.(seconds);
    await sleep(seconds * 1_000, undefined, { signal });
  }
}

const [QUOTE, ESCAPE] = [0x22, 0x5c];
/** One of these is before each key and value except the first. */
const BEFORE_VALUES = new Set(Buffer.from('[{:,'));

function holdsTooMuch(json: Buffer): boolean {
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length && values <= MAX_VALUES; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === ESCAPE ? 1 : 0;
    else if (BEFORE_VALUES.has(byte)) values += 1;
  }
  return values > MAX_VALUES;
}

/** Throws SourceFault. */
export async function readJson(options: JsonRequestOptions, request: JsonRequest): Promise<unknown> {
  const { signal, retryMs: minMs } = options;
  const once = async (): Promise<unknown> => {
    const answer = await requestWithWaits(options, request);
    refuseStatus(answer, request);
    if (holdsTooMuch(answer.body)) throw strange(`answers with more than ${MAX_VALUES} values`);
    return JSON.parse(answer.body.toString());
  };
  const isRetriable = (error: unknown) => !(error instanceof SourceFault);
  try {
    return await retry(once, { minMs, maxMs: MAX_WAIT_MS, attempts: ATTEMPTS, isRetriable, signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SourceFault) throw error;
    if (error instanceof SyntaxError) throw strange('cannot be read: what it answers is no JSON');
    throw new SourceFault(`cannot be read: ${messageOf(error)}`, 'unreachable');
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
