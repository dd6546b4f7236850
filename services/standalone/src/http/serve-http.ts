// The one listening socket of the embedded product. It listens before the stores are up, so that a taken port is
// noticed at once, and answers 503 until `open` is called.

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { MAX_WAITING_ON_API } from '@kurz/api';
import {
  answerExpectContinue,
  limitPipelining,
  addWriteTimeout,
  makeDrainableServer,
  MAX_WAITING_REQUESTS,
  originFormOf,
  type DrainablePart,
} from '@kurz/process';
import { routeOf } from './route-of';
import type { Health } from './make-health';
import { isRoot } from './own-root';
import { refusalOf, type PortRefusal } from './port-refusal';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export type HttpServerDeps = {
  health: Health;
  /** Handles bytes that are no HTTP. */
  clientError: (error: Error, socket: Socket) => void;
};

export type HttpServerConfig = {
  host: string;
  port: number;
  server: ServerOptions;
  /** Further connections are refused. Default: 10,000; an idle connection takes some KB. */
  maxConnections?: number;
};

export type ServedServices = {
  api: RequestHandler;
  redirector: RequestHandler;
  /** True for a request for `/` that the API answers instead of the redirector; default: none. */
  isOwnRoot?: (request: IncomingMessage) => boolean;
  /** Answers plain requests for the redirector straight from the sockets. */
  addFastPath?: (server: Server, isOurs: (target: string) => boolean) => DrainablePart;
};

export type HttpServer = {
  /** Lets requests through to the services. */
  open: (services: ServedServices) => void;
  /** Accepts no new connections, finishes the responses in flight, then closes. Cuts off the rest after 2 s. */
  drain: () => Promise<void>;
};

export type ListenOutcome =
  { kind: 'listening'; http: HttpServer } | { kind: 'refused'; reason: PortRefusal };

export const MAX_CONNECTIONS = 10_000;
const DRAIN_MS = 2_000;

const notYet: RequestHandler = (_request, response) => {
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain', 'cache-control': 'no-store' });
  response.end('Kurz is starting or stopping.\n');
};

/** Listens. An expected failure to listen is an outcome, not an error. */
export async function serveHttp(deps: HttpServerDeps, config: HttpServerConfig): Promise<ListenOutcome> {
  const answering = new Set<ServerResponse>();
  let handlers: ServedServices = { api: notYet, redirector: notYet };
  let drained: Promise<void> | undefined;
  const server = createServer(config.server, (request, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
    const target = request.url ?? '';
    const route = handlers.isOwnRoot?.(request) === true ? 'api' : routeOf(target);
    // the redirector gets the target unchanged, because it finds the zone by the host of an absolute target
    if (route === 'api') request.url = originFormOf(target);
    if (route === 'live') deps.health.live(response);
    else if (route === 'ready') deps.health.ready(response);
    else handlers[route](request, response);
  });
  const drainable = makeDrainableServer(server, { cutOffMs: DRAIN_MS });
  server.on('clientError', deps.clientError);
  server.maxConnections = config.maxConnections ?? MAX_CONNECTIONS;
  addWriteTimeout(server);
  limitPipelining(server, ({ url = '' }) =>
    routeOf(url) === 'api' ? MAX_WAITING_ON_API : MAX_WAITING_REQUESTS,
  );
  answerExpectContinue(server);
  try {
    await drainable.listen(config.host, config.port);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason) return { kind: 'refused', reason };
    throw error;
  }

  const open = (services: ServedServices) => {
    handlers = services;
    // the fast path sees only the target, but deciding whose root it is takes the headers
    const isLeftOut = services.isOwnRoot ? isRoot : () => false;
    const isOurs = (target: string) => routeOf(target) === 'redirector' && !isLeftOut(target);
    const fastPath = services.addFastPath?.(server, isOurs);
    if (fastPath) drainable.addPart(fastPath);
  };
  const drainOnce = () => {
    for (const response of answering) if (!response.headersSent) response.setHeader('connection', 'close');
    return drainable.close();
  };
  return {
    kind: 'listening',
    http: { open, drain: () => (drained ??= drainOnce()) },
  };
}
