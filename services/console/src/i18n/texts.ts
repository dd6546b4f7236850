// Texts of the app, in English and German side by side. Each folder has its own. A missing German text is a type error.

import { useSyncExternalStore } from 'react';
import { onLanguage, readLanguage, type Language } from './language';

type Text = string | ((...values: never[]) => string);
type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };

export type Catalogue<T> = Readonly<Record<Language, Translated<T>>>;

/** Texts by key. A text that contains a number or a name is a function. */
export const catalogue = <T extends Record<string, Text>>(
  en: T,
  de: NoInfer<Translated<T>>,
): Catalogue<T> => ({
  en: en as Translated<T>,
  de,
});

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, readLanguage);

/** The texts of a catalogue in the language of the page. */
export const useTexts = <T>(texts: Catalogue<T>): Translated<T> => texts[useLanguage()];
