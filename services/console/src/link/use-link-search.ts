import { useDomains } from '../workspace/use-domains';
import { searchOf, type LinkSearch } from './search-of';

/** Reads the domains only when the words may be a short link. */
export function useLinkSearch(words: string): LinkSearch {
  const { known } = useDomains(words.includes('/'));
  return searchOf(words, known);
}
