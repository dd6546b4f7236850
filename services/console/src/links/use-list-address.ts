import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useDebounced } from '../ui/debounced';
import { addressOfList, listQueryOf, PAGE_SIZE } from './list-address';

/** What is searched for follows what is typed, and the address of the page follows both. */
export function useListAddress() {
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const query = listQueryOf(address);
  const [words, setWords] = useState(query.search);
  const settled = useDebounced(words.trim());
  const show = (next: Partial<typeof query>) =>
    navigate(path + addressOfList({ ...query, ...next }), { replace: true });
  const search = useEffectEvent((text: string) => {
    if (text !== query.search) show({ search: text, page: 1 });
  });
  // only what is typed moves the list
  useEffect(() => search(settled), [settled]);
  return {
    query,
    words,
    setWords,
    show,
    isNew: address.has('new'),
    openNew: () => {
      const withNew = new URLSearchParams(addressOfList(query));
      withNew.set('new', '');
      navigate(`${path}?${withNew.toString()}`);
    },
    closeNew: () => navigate(path + addressOfList(query)),
  };
}

/**
 * Leads to the last page that has links, where the page of the address has none any more: they were deleted, or archived.
 * `total` undefined: not known yet. Whether it does.
 */
export function useLastPage(
  { query, show }: Pick<ReturnType<typeof useListAddress>, 'query' | 'show'>,
  total: number | undefined,
): boolean {
  const last = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZE));
  const isBeyond = total !== undefined && query.page > last;
  const leave = useEffectEvent(() => show({ page: last }));
  useEffect(() => {
    if (isBeyond) leave();
  }, [isBeyond]);
  return isBeyond;
}
