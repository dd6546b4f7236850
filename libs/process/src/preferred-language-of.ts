// The language of an answer's texts, from the Accept-Language header: German when it is preferred, else English.
// negotiator 1.1 accepts invalid weights: it answers `de;q=7` in German.

/** The languages in which Kurz has all its texts. */
export type Language = 'en' | 'de';

/**
 * Browsers send some 100. Every refusal reads the header, even for an anonymous client over its limit: 32 KB of ranges
 * took 4 ms.
 */
const MAX_CHARACTERS = 1_000;

type Range = { language: Language; quality: number };

/** `*` accepts any language and gets English. Other languages do not decide between the two that we have. */
function languageNamed(tag: string): Language | undefined {
  const primary = tag.split('-', 1)[0]?.toLowerCase();
  if (primary === 'de') return 'de';
  return primary === 'en' || primary === '*' ? 'en' : undefined;
}

function rangeOf(text: string): Range[] {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim());
  const language = languageNamed(tag);
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return language && quality > 0 && quality <= 1 ? [{ language, quality }] : [];
}

/** The first of several equal qualities wins. */
export function preferredLanguageOf(header: string | string[] | undefined): Language {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  const ranges = text.slice(0, MAX_CHARACTERS).split(',').flatMap(rangeOf);
  const best = ranges.reduce<Range | undefined>(
    (chosen, range) => (chosen && chosen.quality >= range.quality ? chosen : range),
    undefined,
  );
  return best?.language ?? 'en';
}
