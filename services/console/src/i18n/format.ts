// Numbers and days as the language writes them. Days of the API are days of UTC and stay so.

import type { Language } from './language';
import { useLanguage } from './texts';

const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

/** Midnight, UTC, of `2026-03-01`. */
const midnightOf = (day: string) => new Date(`${day}T00:00:00Z`);

function makeFormat(language: Language) {
  const locale = LOCALES[language];
  const number = new Intl.NumberFormat(locale);
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    number: (value: number) => number.format(value),
    /** `12.3K` */
    shortNumber: (value: number) => short.format(value),
    /** Formats a share from 0 to 1. */
    percent: (value: number) => percent.format(value),
    /** Formats `2026-03-01`, UTC. */
    day: (text: string) => day.format(midnightOf(text)),
    /** Formats `2026-03-01`, UTC, without the year. */
    shortDay: (text: string) => shortDay.format(midnightOf(text)),
    /** The month of `2026-03-01`, UTC, with the year. */
    month: (text: string) => month.format(midnightOf(text)),
    /** 0 is Monday. */
    weekday: (index: number) => weekday.format(Date.UTC(2024, 0, 1 + index)),
    /** Formats a timestamp in the reader's time zone. */
    moment: (text: string) => moment.format(new Date(text)),
    /** The name for a two-letter country code; any other text is unchanged. */
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
    /** The name for a language tag; any other text is unchanged. */
    language: (tag: string) => (/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/i.test(tag) ? (languages.of(tag) ?? tag) : tag),
  };
}

type Format = ReturnType<typeof makeFormat>;

const formats = new Map<Language, Format>();

/** Made once for each language: making them takes some 0.3 ms, and 125 components of a page of links use them. */
export function formatOf(language: Language): Format {
  const format = formats.get(language) ?? makeFormat(language);
  formats.set(language, format);
  return format;
}

export const useFormat = (): Format => formatOf(useLanguage());
