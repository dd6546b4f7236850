// The language a browser asks for first, as sent.

const MAX_LENGTH = 35;

/** First tag of Accept-Language without its weight; empty when there is none. */
export function firstLanguageOf(acceptLanguage: string | undefined): string {
  if (!acceptLanguage) return '';
  const end = acceptLanguage.search(/[,;]/);
  return (end < 0 ? acceptLanguage : acceptLanguage.slice(0, end)).trim().slice(0, MAX_LENGTH);
}
