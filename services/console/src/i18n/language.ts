// The language of the app: the person's choice, else the first of the browser's languages that the app has.

import { readStored, writeStored } from '../browser/stored';

export type Language = 'en' | 'de';

export const LANGUAGES: readonly Language[] = ['en', 'de'];

/** Each language's own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const STORED = 'language';

const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((one) => one === text);

function preferred(): Language {
  const chosen = readStored(STORED);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

let current: Language | undefined;
const listeners = new Set<() => void>();

export const readLanguage = (): Language => (current ??= preferred());

/** Changes the language of the page at once, and stores it. */
export function chooseLanguage(language: Language): void {
  current = language;
  writeStored(STORED, language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
