// Day and minute in a time zone. What Intl says is kept for a minute: offsets are whole minutes.

/** `day`: 1 (Monday) to 7. `minute`: of the day. */
export type LocalTime = { day: number; minute: number };

const DAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** @throws RangeError for a zone that is not known. */
export function makeLocalTime(timeZone: string): (now: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  let known = NaN;
  let time: LocalTime = { day: 0, minute: 0 };
  return (now) => {
    const minute = Math.floor(now / 60_000);
    if (minute === known) return time;
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    known = minute;
    time = {
      day: DAYS.indexOf(parts.get('weekday') ?? ''),
      minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
    };
    return time;
  };
}
