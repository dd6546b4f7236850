// Converts times between a form's format, in the reader's time zone, and the API's.

const two = (value: number) => String(value).padStart(2, '0');

/** `2030-12-31T23:59` for an input, with seconds if they are not zero; empty for no time. */
export function localTextOf(iso: string | undefined): string {
  if (iso === undefined) return '';
  const moment = new Date(iso);
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  const minute = `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
  return moment.getSeconds() === 0 ? minute : `${minute}:${two(moment.getSeconds())}`;
}

/** An invalid time is returned as it was typed, for the service to refuse. */
export function isoOfLocal(text: string): string {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
