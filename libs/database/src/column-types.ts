// The types of columns that several tables have.

import type { ColumnType } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
/** A calendar date, `YYYY-MM-DD`. */
export type CalendarDate = ColumnType<string, string | undefined, string>;
export type NullableCalendarDate = ColumnType<string | null, string | null | undefined, string | null>;
export type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;
