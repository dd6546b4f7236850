// Validates when a link begins and ends, and where it leads after its end, as create and edit receive it.

import { isCalendarDay } from '@kurz/process';
import type { Reason } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';
import { destinationOf, refuseDestination, type Destination } from './validate-destination';

/** The window fields of a body. null removes a value; undefined leaves it as it is. */
export type WindowFields = {
  startsAt?: string | null;
  expiresAt?: string | null;
  expiredUrl?: string | null;
};

export type WindowEdit = {
  startsAt?: Date | null;
  expiresAt?: Date | null;
  expired?: Destination | null;
};

/** The window of a link as it will be; null: it has no such moment, or no such destination. */
export type LinkWindow = { startsAt: Date | null; expiresAt: Date | null; expiredUrl: string | null };

const FIRST = Date.UTC(2000, 0);
const AFTER_LAST = Date.UTC(2200, 0);
const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A moment of the years 2000 to 2199, to the millisecond. Undefined for other texts, such as one without offset. */
export function momentOf(text: string): Date | undefined {
  const [, day, time, fraction = '', offset] = RFC_3339.exec(text) ?? [];
  if (day === undefined || time === undefined || offset === undefined) return undefined;
  if (!isCalendarDay(day)) return undefined;
  const moment = new Date(`${day}T${time}${fraction.slice(0, 4)}${offset.toUpperCase()}`);
  return moment.getTime() >= FIRST && moment.getTime() < AFTER_LAST ? moment : undefined;
}

const refuseField = (field: keyof WindowFields, reason: Reason) =>
  refuse('VALIDATION_FAILED', { field, reason });

type ReadMoment = { kind: 'moment'; moment: Date | null | undefined } | Refusal;

function readMoment(field: 'startsAt' | 'expiresAt', sent: string | null | undefined): ReadMoment {
  if (sent === undefined || sent === null) return { kind: 'moment', moment: sent };
  const moment = momentOf(sent);
  return moment ? { kind: 'moment', moment } : refuseField(field, 'not_a_moment');
}

type ReadDestination = { kind: 'destination'; destination: Destination | null | undefined } | Refusal;

function readDestination(sent: string | null | undefined): ReadDestination {
  if (sent === undefined || sent === null) return { kind: 'destination', destination: sent };
  const destination = destinationOf(sent);
  return destination.kind === 'refused'
    ? refuseDestination(destination.fault, 'expiredUrl')
    : { kind: 'destination', destination };
}

/** Validates each field by itself, without the database. */
export function readWindow(fields: WindowFields): { kind: 'window'; edit: WindowEdit } | Refusal {
  const starts = readMoment('startsAt', fields.startsAt);
  if (starts.kind === 'refused') return starts;
  const expires = readMoment('expiresAt', fields.expiresAt);
  if (expires.kind === 'refused') return expires;
  const expired = readDestination(fields.expiredUrl);
  if (expired.kind === 'refused') return expired;
  const edit = { startsAt: starts.moment, expiresAt: expires.moment, expired: expired.destination };
  return { kind: 'window', edit };
}

/** Validates the fields together, as they will be. The refusal names a field that was sent. */
export function refuseWindow(
  { startsAt, expiresAt, expiredUrl }: LinkWindow,
  sent: WindowEdit,
): Refusal | undefined {
  if (startsAt && expiresAt && startsAt >= expiresAt) {
    return sent.expiresAt
      ? refuseField('expiresAt', 'not_after_start')
      : refuseField('startsAt', 'not_before_end');
  }
  return expiredUrl !== null && !expiresAt ? refuseField('expiredUrl', 'needs_expires_at') : undefined;
}

/** Validates the window of a new link. @param now ms since the epoch */
export function refuseNewWindow(edit: WindowEdit, now: number): Refusal | undefined {
  const { startsAt = null, expiresAt = null, expired } = edit;
  if (expiresAt && expiresAt.getTime() <= now) return refuseField('expiresAt', 'in_the_past');
  return refuseWindow({ startsAt, expiresAt, expiredUrl: expired?.url ?? null }, edit);
}
