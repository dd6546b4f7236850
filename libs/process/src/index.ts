// What every process needs and no product rule touches: settings, log, time, closing, metrics, ids, the
// operations server, and an orderly start and end.

export { clientAddressOf } from './client-address-of';
export { DAY_MS, dayOf, isCalendarDay, systemClock, type Clock, type MonotonicClock } from './clock';
export { LOG_LEVEL, operationsOf, operationsProperties, PORT, TRUSTED_PROXIES } from './common-settings';
export { answerExpectContinue } from './answer-expect-continue';
export { limitPipelining, MAX_WAITING_REQUESTS } from './limit-pipelining';
export { connectionsWithinFiles } from './connections-within-files';
export { cutOffPipelining } from './cut-off-pipelining';
export { addWriteTimeout } from './add-write-timeout';
export { escapeHtml } from './escape-html';
export { errorCodeOf, hasErrorCode } from './error-codes';
export { isLoopback } from './is-loopback';
export { isSecureRequest } from './is-secure-request';
export { preferredLanguageOf, type Language } from './preferred-language-of';
export { makeClosing, openedOrClosed, type Closing } from './closing';
export { makeDrainableServer, type DrainableServer, type DrainablePart } from './make-drainable-server';
export { makeId, randomBase62 } from './make-id';
export { makeLoopAges, type LoopAges } from './loop-ages';
export { makePollLoop, type PollLoop } from './poll-loop';
export { makeLog, silentLog, type Log, type LogLevel } from './log';
export { standardError } from './log-output';
export { makeMetrics, type Metrics, type MetricsSnapshot } from './metrics';
export {
  failStart,
  runProcess,
  STOP_SIGNALS,
  type RunningProcess,
  type RunOptions,
  type StopTimes,
} from './run-process';
export {
  serveOperations,
  type Operations,
  type OperationsAnswer,
  type OperationsDeps,
} from './serve-operations';
export { OWN_SCHEMA } from './own-schema';
export { validatePlainAddress, PRIVATE_NETWORK } from './private-network';
export { credentialsOf, hostnameOf, urlsOfHosts } from './urls-of-hosts';
export { namesTwoHosts } from './names-two-hosts';
export { originFormOf, requestTargetOf } from './request-target-of';
export {
  validateFile,
  readSettings,
  SettingsError,
  settingsOf,
  type SettingsValidator,
  type SettingsOf,
  type SettingsProperties,
} from './settings';
export { runHealthChecks, type HealthCheck } from './run-health-checks';
export { fileIdentityOf, takeSocketName, type NameHolder } from './socket-name';
export { sumSnapshots, textOfSnapshots, totalsOf } from './sum-snapshots';
export {
  beginSpan,
  describeSpan,
  endSpan,
  inSpan,
  isTraced,
  linkSpans,
  SpanKind,
  traceFields,
  traceHeaders,
  withSpan,
  type Span,
  type SpanOptions,
} from './tracing';
export { VERSION } from './version';
export { withoutTrailing } from './without-trailing';
