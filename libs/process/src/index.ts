// What every process needs and no product rule touches: settings, log, time, closing, retrying, metrics, ids.

export { systemClock, type Clock } from './clock';
export { makeClosing, type Closing } from './closing';
export { makeId, randomBase62 } from './make-id';
export { makeLog, silentLog, type Log, type LogLevel } from './log';
export { makeMetrics, type Metrics } from './metrics';
export { InfrastructureError, retry, type RetryOptions } from './retry';
export { readSettings, SettingsError } from './settings';
