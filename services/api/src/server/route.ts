// The shape of an endpoint: what a route table entry says and what its handler gets and gives.

import type { Scope } from '@kurz/database';
import type { Actor } from '../access/actor';
import type { Refusal } from '../errors/refusal';

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
};

/** A body that is bytes already: what is not JSON, or JSON too long to be written in one go. */
export type Content = {
  /** Of the Content-Type header. */
  type: string;
  pieces: readonly Buffer[];
};

export type Answer = {
  kind: 'answer';
  status: number;
  /** Becomes JSON; undefined: none, or the content. */
  body: unknown;
  content?: Content;
  headers?: Readonly<Record<string, string>>;
};

export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v1, parameters as `:name`: `/urls/:slug/stats`. Literal segments win over parameters. */
  path: string;
  scope: Scope;
  /** Writes answer 423 while the workspace changes hands. */
  isWrite: boolean;
  handle: (request: ApiRequest) => Promise<Answer | Refusal>;
};

/** A 2xx answer. */
export function answer(status: number, body: unknown, headers?: Answer['headers']): Answer {
  return headers ? { kind: 'answer', status, body, headers } : { kind: 'answer', status, body };
}

/** A 2xx answer whose body is bytes already. */
export function answerWith(status: number, content: Content, headers?: Answer['headers']): Answer {
  return { ...answer(status, undefined, headers), content };
}
