// Texts of the app, in English and German side by side. Each room has its own; a text that German lacks fails the
// compiler.

import { useSyncExternalStore } from 'react';
import { onLanguage, readLanguage, type Language } from './language';

type Text = string | ((...values: never[]) => string);
type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };

export type Catalogue<T> = Readonly<Record<Language, Translated<T>>>;

/** Texts by their keys; one with a number or a name in it is a function. */
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
