import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useDebounced } from '../ui/debounced';
import { addressOfList, listQueryOf, PAGE_SIZE } from './list-address';

/** The state of an entry of the history whose entry before is the list. */
const OPENED_HERE = 'new link, opened from the list';

/** What is searched for follows what is typed, and the address of the page follows both. */
export function useListAddress() {
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const query = listQueryOf(address);
  /** What was typed since the address came from elsewhere, another object each time; undefined: nothing. */
  const [typed, setTyped] = useState<{ words: string }>();
  const settled = useDebounced(typed);
  const show = (next: Partial<typeof query>) =>
    navigate(path + addressOfList({ ...query, ...next }), { replace: true });
  /** What field and address last agreed on. */
  const agreed = useRef(query.search);
  const search = useEffectEvent((text: string) => {
    if (text === query.search) return;
    agreed.current = text;
    show({ search: text, page: 1 });
  });
  // only what is typed moves the list
  useEffect(() => {
    if (settled) search(settled.words.trim());
  }, [settled]);
  // an address that was not typed here, as that of a link to all links, is what the field shows
  useEffect(() => {
    if (query.search === agreed.current) return;
    agreed.current = query.search;
    setTyped(undefined);
  }, [query.search]);
  return {
    query,
    words: typed?.words ?? query.search,
    setWords: (words: string) => setTyped({ words }),
    show,
    /** Another page of the list, from its top. The way back leads to this one. */
    turnTo: (next: Partial<typeof query>) => {
      navigate(path + addressOfList({ ...query, ...next }));
      scrollTo(0, 0);
    },
    isNew: address.has('new'),
    openNew: () => {
      const withNew = new URLSearchParams(addressOfList(query));
      withNew.set('new', '');
      navigate(`${path}?${withNew.toString()}`, { state: OPENED_HERE });
    },
    /** The way back does not open it again. */
    closeNew: () => {
      const isOpenedHere = history.state === OPENED_HERE;
      // at once: what is shown next takes the focus
      navigate(path + addressOfList(query), { replace: true });
      if (isOpenedHere) history.back();
    },
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
