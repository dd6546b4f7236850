// The redirector: a request handler for the composition that opens the server, and its path rules for log imports.

export { answerClientError } from './answer-client-error';
export { makeRedirector, type Redirector, type RedirectorDeps } from './make-redirector';
export { redirectServerOptions } from './redirect-server-options';
export { shortPathOf, type ShortPath } from './resolve/short-path-of';
export type { RedirectorSettings } from './settings';
