// Parses an ISO 8601 date and time in its own time zone, or in UTC when it has none. The process's time zone does not
// matter.

const ISO =
  /^(?<day>\d{4}-\d{2}-\d{2})T(?<minute>\d{2}:\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?(?<zone>Z|[+-]\d{2}:\d{2})?$/;
const ZONE = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/;

/** How many ms a time zone is ahead of UTC; undefined when the text is no time zone. */
function offsetOf(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const [text, sign, hours, minutes] = ZONE.exec(zone) ?? [];
  if (text === undefined) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -offset : offset;
}

/** Milliseconds since the epoch; undefined when the text is no date and time. A leap second (:60) is read as :59. */
export function timeOfIso(text: string): number | undefined {
  const { day, minute, second = '00', fraction = '', zone = 'Z' } = ISO.exec(text)?.groups ?? {};
  const offset = offsetOf(zone);
  if (day === undefined || minute === undefined || offset === undefined) return undefined;
  const local = `${day}T${minute}:${second === '60' ? '59' : second}`;
  const time = Date.parse(`${local}.000Z`);
  // Date.parse lets 30 February roll over into March, and 24:00 into the next day
  if (!Number.isFinite(time) || new Date(time).toISOString().slice(0, local.length) !== local)
    return undefined;
  return time + Number(fraction.slice(0, 3).padEnd(3, '0')) - offset;
}
