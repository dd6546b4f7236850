// One line of an old web server's log, whatever its format.

/** What a line says of a request. Times in ms since the epoch; absent texts are empty. */
export type LoggedVisit = {
  time: number;
  method: string;
  /** The request's target as logged: path and, perhaps, query. */
  target: string;
  address: string;
  referrer: string;
  userAgent: string;
  language: string;
};

export type LogFormat = 'combined' | 'ndjson';

/** Why a line is no visit. */
export type UnreadableReason = 'not_in_format' | 'bad_time' | 'bad_target' | 'too_long';

export type LogLine =
  { kind: 'visit'; visit: LoggedVisit } | { kind: 'unreadable'; reason: UnreadableReason };

export function unreadable(reason: UnreadableReason): LogLine {
  return { kind: 'unreadable', reason };
}
