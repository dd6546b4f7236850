// Structured logs: an event name and fields. Services get their Log from main; nothing logs on import.

import { pino, type Logger } from 'pino';

/** `log.warn({ event: 'journal_full', dropped: 3 })`: `event` first, then plain fields. Never a token, an address or a full URL. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A log that writes JSON lines to standard error, so that standard output stays free for what a command prints. */
export function makeLog(options: { level: LogLevel; service: string }): Log {
  return pino({ level: options.level, base: { service: options.service } }, pino.destination(2));
}

/** A log that writes nothing, for tests and quiet commands. */
export const silentLog: Log = pino({ level: 'silent' });
