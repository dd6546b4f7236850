// The shape of an endpoint: what a route table entry says and what its handler gets and gives.

import type { Readable } from 'node:stream';
import type { Scope } from '@kurz/database';
import type { Actor } from '../access/actor';
import type { Refusal } from '../errors/refusal';

/** Reserves memory for an answer before it is made. What the answer does not take is given back when it is made. */
export type Reserve = (bytes: number) => Refusal | undefined;

export type ApiRequest = {
  /** Path parameters, percent-decoded. */
  params: Readonly<Record<string, string>>;
  /** Query parameters as sent; a repeated one is an array. */
  query: Readonly<Record<string, string | string[]>>;
  /** The parsed JSON body; undefined for methods without one. */
  body: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  actor: Actor;
  requestId: string;
  reserve: Reserve;
};

/** A body as bytes: not JSON, or JSON that is too long to be serialized in one go. */
export type Content = {
  /** The value of the Content-Type header. */
  type: string;
  pieces: readonly Buffer[];
};

/** An error of the stream closes the connection, so that the client sees that its answer is incomplete. */
export type StreamedContent = { type: string; stream: Readable };

export type Answer = {
  kind: 'answer';
  status: number;
  /** Serialized as JSON; undefined when there is no body, or it is in `content` or `stream`. */
  body: unknown;
  content?: Content;
  /** For a body too long for memory: sent piece by piece, as fast as the client takes it. */
  stream?: StreamedContent;
  headers?: Readonly<Record<string, string>>;
};

export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v1, parameters as `:name`: `/urls/:slug/stats`. Literal segments win over parameters. */
  path: string;
  scope: Scope;
  /** Writes answer 423 during a transfer of the workspace. */
  isWrite: boolean;
  handle: (request: ApiRequest) => Promise<Answer | Refusal>;
};

/** Retry-After of the 423 during a transfer of the workspace: how long the transfer may still take. */
export const TRANSFER_RETRY_SECONDS = '30';

/** A 2xx answer. */
export function answer(status: number, body: unknown, headers?: Answer['headers']): Answer {
  return headers ? { kind: 'answer', status, body, headers } : { kind: 'answer', status, body };
}

/** A 2xx answer whose body is bytes already. */
export function answerWith(status: number, content: Content, headers?: Answer['headers']): Answer {
  return { ...answer(status, undefined, headers), content };
}

/** A 200 answer whose body is made while it is sent. */
export function answerStreamed(stream: StreamedContent, headers?: Answer['headers']): Answer {
  return { ...answer(200, undefined, headers), stream };
}

/** A page that is the same for all callers and needs no token. */
export type StaticPage = {
  /** The whole path. */
  path: string;
  /** Called at the first request for the page. */
  content: () => Content;
  headers?: Readonly<Record<string, string>>;
};
