// The redirector: a request handler for the composition that opens the server, and its path rules for log imports.

export { answerClientError } from './fallback/answer-client-error';
export type { FastPath } from './fast-path/add-fast-path';
export { makeRedisAttempts, type SharedAttempts } from './password/password-attempts';
export { makeRedirector, type Redirector, type RedirectorDeps } from './make-redirector';
export { redirectServerOptions } from './fallback/redirect-server-options';
export { shortPathOf, type ShortPath } from './request/short-path-of';
export { REDIRECT_PROPERTIES } from './settings/redirect-properties';
export type { RedirectorSettings } from './settings/redirector-settings';
export { drainJournal, type DrainDeps, type DrainOutcome } from './ship/drain-journal';
export { makeThrottle, type Throttle } from './ship/make-throttle';
export { makeShipper, type Shipper, type ShipperDeps, type ShipperSettings } from './ship/make-shipper';
export { resumeJournal, type ResumeOutcome } from './ship/resume-journal';
export type { ShipEnd } from './ship/ship-loop';
export { REVALIDATE_MS } from './resolve/revalidate-links';
export { beforeVisitors } from './workers/before-visitors';
export { workerArguments } from './workers/worker-arguments';
export {
  startShippingThread,
  type ShippingThread,
  type ShippingThreadDeps,
  type ShippingThreadOptions,
} from './ship/start-shipping-thread';
