// The shape of an endpoint of the web app, below /x: what its table entry says, what its handler gets and gives. The
// server has checked session, CSRF, membership, role and transfer before it calls the handler.

import type { Role } from '@kurz/database';
import type { ActingWorkspace } from '../access/actor';
import type { Refusal } from '../errors/refusal';
import type { Answer, Reserve } from './route';

export type ConsoleUser = {
  id: string;
  email: string;
  /** When false, the address may be somebody else's. */
  isEmailProven: boolean;
};

export type ConsoleWorkspace = ActingWorkspace & {
  name: string;
  isPersonal: boolean;
  /** Suspended by the operator: its members see it and can change nothing. */
  isSuspended: boolean;
  /** Members without a second factor can do nothing in it. */
  requiresSecondFactor: boolean;
  /** The user's role there as of this request. */
  role: Role;
};

export type PublicRequest = {
  /** Path parameters, percent-decoded. */
  params: Readonly<Record<string, string>>;
  /** Query parameters as sent; a repeated one is an array. */
  query: Readonly<Record<string, string | string[]>>;
  /** The parsed JSON body, or the bytes when the route takes CSV; undefined when none was sent. */
  body: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  cookies: Readonly<Record<string, string>>;
  /** The browser speaks https with us or with the trusted proxy in front: cookies get `Secure`. */
  isSecure: boolean;
  /** For counting attempts only: never to be stored or logged. */
  clientAddress: string;
  requestId: string;
  reserve: Reserve;
};

export type UserRequest = PublicRequest & {
  user: ConsoleUser;
  /** The session that the request belongs to. */
  sessionId: string;
  /** When false, the person signs in by links and passkeys. */
  hasPassword: boolean;
  hasSecondFactor: boolean;
};

/** `workspace`: the one that `:workspace` of the path names, else `X-Workspace-Id`, else the personal one. */
export type ConsoleRequest = UserRequest & { workspace: ConsoleWorkspace };

/** `cookies`: values of Set-Cookie headers that go out with the answer. */
export type ConsoleOutcome = (Answer | Refusal) & { cookies?: readonly string[] };

type RouteFor<Access, Request> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /x, parameters as `:name`. Literal segments win over parameters. */
  path: string;
  access: Access;
  /** Answers 423 during a transfer of the request's workspace; matters for routes with a role only. */
  isWrite: boolean;
  /** The body is bytes of a CSV file, not JSON. */
  takesCsv?: boolean;
  handle: (request: Request) => Promise<ConsoleOutcome>;
};

/** No session needed. */
export type PublicRoute = RouteFor<'public', PublicRequest>;
/** A signed-in person, whatever their workspaces. */
export type UserRoute = RouteFor<'user', UserRequest>;
/** A signed-in person with this role or a higher one (viewer < member < admin < owner) in the workspace. */
export type WorkspaceRoute = RouteFor<{ role: Role }, ConsoleRequest>;

export type ConsoleRoute = PublicRoute | UserRoute | WorkspaceRoute;
