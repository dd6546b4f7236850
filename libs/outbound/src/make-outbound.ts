// Every HTTP request to an address that a tenant or a stranger named goes through here. It reaches only public
// addresses and those that the operator allows, at few ports, within a timeout and a number of bytes. It follows no
// redirects: a caller makes another request to the new address, which is checked like the first.

import {
  Agent as PlainAgent,
  request as plainRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isIPv6 } from 'node:net';
import { errorCodeOf } from '@kurz/process';
import { NoAnswerError, withinOrAbort } from '@kurz/resilience';
import { makeGuard, type GuardConfig } from './guard';
import { probeTls, type TlsProbe, type TlsRequest } from './probe-tls';
import { OutboundError, type OutboundFailure, type OutboundRefusal } from './outbound-error';

export type OutboundRequest = {
  url: URL;
  /** Default: GET. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Covers everything from the DNS lookup to the last byte. */
  timeoutMs: number;
  /** Limit of the response body. */
  maxBytes: number;
  /** Allows http:. Default: false, because the request would be unencrypted. Hosts of the operator are exempt. */
  isPlainAllowed?: boolean;
};

export type OutboundOutcome =
  /** A response of any status. */
  | { kind: 'answer'; status: number; headers: IncomingHttpHeaders; body: Buffer }
  /** No request was sent. */
  | { kind: 'refused'; reason: OutboundRefusal }
  | { kind: 'failed'; reason: OutboundFailure; detail: string };

export type Outbound = {
  /** Never rejects. */
  request: (request: OutboundRequest) => Promise<OutboundOutcome>;
  /** Never rejects. */
  probeTls: (request: TlsRequest) => Promise<TlsProbe>;
  /** Destroys all connections, also those in use. */
  close: () => void;
};

const PORTS = [80, 443, 8080, 8443];
/** How long a connection without a request is kept. */
const IDLE_MS = 5_000;

const failed = (reason: OutboundFailure, detail: string) => ({ kind: 'failed', reason, detail }) as const;

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if ((length += chunk.length) > maxBytes)
      throw new OutboundError(failed('too_large', `more than ${maxBytes} bytes`));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** When several addresses were tried, the first failure tells most. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
}

function outcomeOf(error: unknown): OutboundOutcome {
  const first = firstOf(error);
  if (first instanceof OutboundError) return first.outcome;
  if (first instanceof NoAnswerError) return failed('timeout', first.message);
  return failed(
    'unreachable',
    errorCodeOf(first) ?? (first instanceof Error ? first.message : String(first)),
  );
}

export type OutboundConfig = Omit<GuardConfig, 'ports'> & {
  /** Allowed ports besides the ports in the operator's entries; default: 80, 443, 8080, 8443. */
  ports?: readonly number[];
  /** Certificate authorities (PEM) that replace the public ones. */
  ca?: string;
};

const urlOf = ({ host, port }: TlsRequest) =>
  new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}/`);

export function makeOutbound({ ports = PORTS, ca, ...config }: OutboundConfig): Outbound {
  const guard = makeGuard({ ...config, ports });
  // connections are reused for the next page; a reused connection leads to the address that was checked
  const kept = { keepAlive: true, maxFreeSockets: 2, timeout: IDLE_MS };
  const agents = { plain: new PlainAgent(kept), tls: new TlsAgent({ ...kept, ca }) };

  const send = ({ url, method = 'GET', headers, body }: OutboundRequest, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        method,
        // no compression, because the limit counts the bytes as they are received
        headers: { ...headers, 'accept-encoding': 'identity' },
        lookup: guard.lookupFor(url),
        signal,
      };
      const sent =
        url.protocol === 'https:'
          ? tlsRequest(url, { ...options, agent: agents.tls })
          : plainRequest(url, { ...options, agent: agents.plain });
      sent.on('response', resolve).on('error', reject);
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('answers with another protocol'));
      });
      sent.end(body);
    });

  return {
    request: async (request) => {
      const { url, timeoutMs, maxBytes, isPlainAllowed = false } = request;
      const reason = guard.refusalOf(url, isPlainAllowed);
      if (reason !== undefined) return { kind: 'refused', reason };
      try {
        return await withinOrAbort(timeoutMs, async (signal) => {
          const response = await send(request, signal);
          const { statusCode: status = 0, headers } = response;
          return { kind: 'answer', status, headers, body: await bodyOf(response, maxBytes) };
        });
      } catch (error) {
        return outcomeOf(error);
      }
    },
    probeTls: async (request) => {
      const url = urlOf(request);
      const reason = guard.refusalOf(url, false);
      if (reason !== undefined) return { kind: 'refused', reason };
      return probeTls(request, { lookup: guard.lookupFor(url), ca });
    },
    close: () => {
      agents.plain.destroy();
      agents.tls.destroy();
    },
  };
}
