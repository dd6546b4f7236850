import { useDomains } from '../workspace/use-domains';
import { searchOf, type LinkSearch } from './search-of';

/** Domains are read where the words can be a short link. */
export function useLinkSearch(words: string): LinkSearch {
  const { known } = useDomains(words.includes('/'));
  return searchOf(words, known);
}
