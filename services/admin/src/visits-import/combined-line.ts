// Apache's and nginx's combined format:
// address identity user [17/May/2015:10:05:03 +0000] "GET /path HTTP/1.1" status bytes "referrer" "agent"
// Further fields may follow. Without referrer and agent it is the common format. A truncated line is not in the format.

import { unreadable, type LogLine } from './logged-visit';
import { timeOfIso } from './time-of-iso';

const LINE =
  /^(\S+) \S+ .*?\[([^\]]{20,32})\] "([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?" (?:\d{3}|-) (?:\d+|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"(?: .*)?)?$/;
const TIME = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses a log's time to ms since the epoch; undefined when it is no valid date. */
export function timeOf(text: string): number | undefined {
  const [, day, monthName = '', year, clock, zoneHours, zoneMinutes] = TIME.exec(text) ?? [];
  const month = String(MONTHS.indexOf(monthName) + 1).padStart(2, '0');
  return timeOfIso(`${year}-${month}-${day}T${clock}${zoneHours}:${zoneMinutes}`);
}

const ESCAPE = /\\(?:x([0-9A-Fa-f]{2})|(["\\]))/g;

/** Decodes a server's escapes (`\"`, `\\`, `\xe4` for a byte). A dash is the empty text. */
function textOf(field: string | undefined): string {
  if (field === undefined || field === '-') return '';
  return field.replace(ESCAPE, (_, byte: string | undefined, quoted: string | undefined) =>
    byte === undefined ? (quoted ?? '') : String.fromCharCode(Number.parseInt(byte, 16)),
  );
}

/** Reads one line without its line break. */
export function readCombinedLine(line: string): LogLine {
  const match = LINE.exec(line);
  if (!match) return unreadable('not_in_format');
  const [, address = '', when = '', method = '', target = '', referrer, userAgent] = match;
  const time = timeOf(when);
  if (time === undefined) return unreadable('bad_time');
  return {
    kind: 'visit',
    visit: {
      time,
      method,
      target,
      address,
      referrer: textOf(referrer),
      userAgent: textOf(userAgent),
      language: '',
    },
  };
}
