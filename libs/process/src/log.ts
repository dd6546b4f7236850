// Structured logs: an event name and fields. Services get their Log from main; nothing logs on import.

import { pino, type Logger } from 'pino';
import { standardError } from './log-output';
import { traceFields } from './tracing';

/**
 * `log.warn({ event: 'journal_full', dropped: 3 })`: `event` first, then plain fields. Never a token, an address or a
 * full URL.
 */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * A log that writes JSON lines to standard error, so that standard output stays free for what a command prints. A line
 * written within a span names it (`trace_id`, `span_id`).
 */
export function makeLog(options: { level: LogLevel; service: string }): Log {
  const base = { service: options.service };
  return pino({ level: options.level, base, mixin: traceFields }, standardError());
}

/** A log that writes nothing, for tests and quiet commands. */
export const silentLog: Log = pino({ level: 'silent' });
