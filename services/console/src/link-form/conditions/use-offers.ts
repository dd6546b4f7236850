// The names that autocompletion offers in a rule's lists, in the page's language.

import { useId, useMemo } from 'react';
import { useLanguage } from '../../i18n/texts';
import { useKeyNames } from '../../visitor/key-names';
import { LIST_KINDS, OFFERED, type ListKind } from './offered';

export type Offers = {
  nameOf: (kind: ListKind, value: string) => string;
  /** The value for a typed name or code. Any other text is unchanged, for the API to refuse. */
  toValue: (kind: ListKind, text: string) => string;
  /** All names of a kind, sorted. */
  namesOf: (kind: ListKind) => readonly string[];
  /** The id of a datalist. */
  listOf: (kind: ListKind | 'zone') => string;
};

export function useOffers(): Offers {
  const names = useKeyNames();
  const language = useLanguage();
  const id = useId();
  return useMemo(() => {
    const words: Record<ListKind, (value: string) => string> = {
      country: names.country,
      device: names.device,
      system: names.family,
      browser: names.family,
      language: names.language,
    };
    const { compare } = new Intl.Collator(language);
    const sorted = new Map<ListKind, readonly string[]>(
      LIST_KINDS.map((kind) => [kind, OFFERED[kind].map(words[kind]).sort(compare)]),
    );
    return {
      nameOf: (kind, value) => words[kind](value),
      toValue: (kind, text) => {
        const small = text.toLowerCase();
        const isIt = (other: string) => other.toLowerCase() === small;
        return OFFERED[kind].find(isIt) ?? OFFERED[kind].find((value) => isIt(words[kind](value))) ?? text;
      },
      namesOf: (kind) => sorted.get(kind) ?? [],
      listOf: (kind) => `${id}-${kind}`,
    };
  }, [names, language, id]);
}
