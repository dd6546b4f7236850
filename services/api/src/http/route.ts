// The shape of an endpoint: what a route table entry says and what its handler gets and gives.

import type { Readable } from 'node:stream';
import type { Scope } from '@kurz/database';
import type { Actor } from '../access/actor';
import type { Refusal } from '../errors/refusal';

/** Reserves memory for an answer before it is made; what the answer does not take is given back when it is there. */
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

/** A body that is bytes already: what is not JSON, or JSON too long to be written in one go. */
export type Content = {
  /** Of the Content-Type header. */
  type: string;
  pieces: readonly Buffer[];
};

/** What the stream throws cuts the connection: the client sees that its answer is not whole. */
export type StreamedContent = { type: string; stream: Readable };

export type Answer = {
  kind: 'answer';
  status: number;
  /** Becomes JSON; undefined: none, or the content. */
  body: unknown;
  content?: Content;
  /** What is too long to be held: sent piece by piece, as fast as the client takes it. */
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

/** Retry-After of the 423 during a transfer of the workspace: what a transfer may still take. */
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
  /** Called when it is first asked for. */
  content: () => Content;
  headers?: Readonly<Record<string, string>>;
};
