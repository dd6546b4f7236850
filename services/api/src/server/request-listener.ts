// Express as the API uses it: finds the route, then leaves all else to serveRoute. Every answer goes through
// sendAnswer, also when a handler throws or no route matches.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  describeSpan,
  namesTwoHosts,
  preferredLanguageOf,
  type Clock,
  type Log,
  type Metrics,
} from '@kurz/process';
import express, { Router, type NextFunction, type Request, type Response } from 'express';
import type { Authenticate } from '../access/authenticate';
import type { AdmitRequest } from '../admission/admit-request';
import { answerOfApp, leadsToApp } from '../app/app-answer';
import type { AppFiles } from '../app/app-files';
import { refuse, type Refusal } from '../errors/refusal';
import { answerOfRefusal } from '../http/answer-of-refusal';
import type { ConsoleRoute } from '../http/console-route';
import { inOriginForm } from '../http/in-origin-form';
import { queryOf } from '../http/query-of';
import { requestIdOf } from '../http/request-id-of';
import { answer, answerWith, type Answer, type Route, type StaticPage } from '../http/route';
import { sendAnswer } from '../http/send-answer';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { ServeConsoleRoute } from './console-serve-route';
import { refusalOfError } from './refusal-of-error';
import { makeRequestMetrics, type RequestMetrics } from './request-metrics';
import { routeTableOf, type RoutePath } from './route-table';
import { traced } from './trace-requests';
import { makeServeRoute, type RouteRequest } from './serve-route';
import { makeWhenClosed } from './when-closed';

const REQUEST_ID = 'X-Request-Id';
const UNKNOWN_ROUTE = 'unknown';
const PAGE_METHODS = ['GET', 'HEAD'];
const PAGE_ALLOW = 'GET, HEAD, OPTIONS';

type Deps = {
  authenticate: Authenticate;
  rateLimits: RateLimits;
  admitRequest: AdmitRequest;
  clock: Clock;
  log: Log;
  metrics: Metrics;
};

const requestIdIn = (response: ServerResponse) => String(response.getHeader(REQUEST_ID));

function sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  sendAnswer(response, answerOfRefusal(refusal, preferredLanguageOf(request.headers['accept-language'])));
}

/** The parameters that name one segment. The routes have no others. */
function paramsOf(request: Request): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.params))
    if (typeof value === 'string') params[name] = value;
  return params;
}

type Serve<R> = (route: R, request: RouteRequest) => Promise<Answer | Refusal | { kind: 'aborted' }>;

/** Handles pages that are read without a token and count against no limit. */
function readingHandler(
  label: string,
  observe: RequestMetrics['observe'],
  answerOf: (request: Request) => Answer | Refusal,
) {
  return (request: Request, response: Response): void => {
    const { method } = request;
    observe(response, method, label);
    if (method === 'OPTIONS') return sendAnswer(response, answer(204, undefined, { Allow: PAGE_ALLOW }));
    const outcome = PAGE_METHODS.includes(method)
      ? answerOf(request)
      : refuse('METHOD_NOT_ALLOWED', { method }, { Allow: PAGE_ALLOW });
    if (outcome.kind === 'answer') sendAnswer(response, outcome);
    else sendRefusal(request, response, outcome);
  };
}

/** Makes the page's answer at the first request and keeps it. */
function pageHandler({ path, content, headers }: StaticPage, observe: RequestMetrics['observe']) {
  let page: Answer | undefined;
  return readingHandler(path, observe, () => (page ??= answerWith(200, content(), headers)));
}

/** The target is parsed after a host of ours, because `//` as a reference would begin a host, and has none. */
function appHandler(files: AppFiles, observe: RequestMetrics['observe']) {
  return readingHandler('/app', observe, ({ originalUrl, headers }) =>
    answerOfApp(files, new URL(`http://app${originalUrl}`).pathname, headers),
  );
}

function identify(request: Request, response: Response, next: NextFunction): void {
  response.setHeader(REQUEST_ID, requestIdOf(request.headers['x-request-id']));
  next();
}

/** Refused like bytes that are no request: the connection ends with the answer. */
function refuseTwoHosts(request: Request, response: Response, next: NextFunction): void {
  if (!namesTwoHosts(request)) return next();
  response.shouldKeepAlive = false;
  sendRefusal(request, response, refuse('REQUEST_MALFORMED'));
}

/** Serves the routes below /v1, those of the web app below /x, the files of the web app, and static pages. */
export function makeRequestListener(
  deps: Deps,
  routes: readonly Route[],
  web?: { routes: readonly ConsoleRoute[]; serveRoute: ServeConsoleRoute },
  pages: readonly StaticPage[] = [],
  appFiles?: AppFiles,
): RequestListener {
  const serveRoute = makeServeRoute(deps);
  const whenClosed = makeWhenClosed();
  const { expect, observe } = makeRequestMetrics(deps);

  const servePath = <R extends { method: string; path: string }>(
    { path, byMethod, allow }: RoutePath<R>,
    serve: Serve<R>,
    labelPrefix: string,
  ) => {
    return async (request: Request, response: Response): Promise<void> => {
      const route = labelPrefix + path;
      observe(response, request.method, route);
      describeSpan(`${request.method} ${route}`, { 'http.route': route });
      if (request.method === 'OPTIONS') return sendAnswer(response, answer(204, undefined, { Allow: allow }));
      const found = byMethod.get(request.method);
      if (!found) {
        const refusal = refuse('METHOD_NOT_ALLOWED', { method: request.method }, { Allow: allow });
        return sendRefusal(request, response, refusal);
      }
      const outcome = await serve(found, {
        message: request,
        params: paramsOf(request),
        query: queryOf(request.originalUrl),
        requestId: requestIdIn(response),
        addHeaders: (headers) => response.set(headers),
        whenClosed: (then) => whenClosed(response, then),
      });
      if (outcome.kind === 'answer') sendAnswer(response, outcome);
      else if (outcome.kind === 'refused') sendRefusal(request, response, outcome);
    };
  };

  const answerUnknown = (request: Request, response: Response) => {
    observe(response, request.method, UNKNOWN_ROUTE);
    sendRefusal(request, response, refuse('ROUTE_NOT_FOUND'));
  };

  // Express cuts the connection when half an answer is out already
  const answerError = (error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    const refusal = refusalOfError(error);
    const about = { requestId: requestIdIn(response), method: request.method };
    if (refusal.code === 'INTERNAL') {
      const detail = error instanceof Error ? error.stack : String(error);
      deps.log.error({ event: 'request_failed', ...about, error: detail });
    } else if (refusal.code === 'STORE_UNAVAILABLE') {
      deps.log.warn({ event: 'store_unavailable', ...about, error: String(error) });
    }
    sendRefusal(request, response, refusal);
  };

  const routerOf = <R extends { method: string; path: string }>(
    served: readonly R[],
    serve: Serve<R>,
    labelPrefix = '',
  ) => {
    const router = Router({ caseSensitive: true, strict: true });
    for (const routePath of routeTableOf(served)) {
      for (const method of routePath.byMethod.keys()) expect(method, labelPrefix + routePath.path);
      router.all(routePath.path, servePath(routePath, serve, labelPrefix));
    }
    return router;
  };
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('query parser', false);
  app.use(identify, refuseTwoHosts);
  for (const page of pages) app.all(page.path, pageHandler(page, observe));
  if (appFiles) {
    const handleApp = appHandler(appFiles, observe);
    app.all(['/app', '/app/{*rest}'], handleApp);
    app.all('/', (request, response, next) => (leadsToApp(request) ? handleApp(request, response) : next()));
  }
  app.use('/v1', routerOf(routes, serveRoute));
  if (web) app.use('/x', routerOf(web.routes, web.serveRoute, '/x'));
  app.use(answerUnknown).use(answerError);
  return traced(inOriginForm((request, response) => void app(request, response)));
}
