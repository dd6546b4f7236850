import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useDebounced } from '../ui/debounced';
import { addressOfList, listQueryOf, PAGE_SIZE } from './list-address';

/** The state of a history entry that follows the list's entry. */
const OPENED_HERE = 'new link, opened from the list';

/** The list's state in the address. The search follows the typed words after a pause, and the address follows it. */
export function useListAddress() {
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const query = listQueryOf(address);
  /** The words typed since the address last changed from outside, a new object each time; undefined for none. */
  const [typed, setTyped] = useState<{ words: string }>();
  const settled = useDebounced(typed);
  const show = (next: Partial<typeof query>) =>
    navigate(path + addressOfList({ ...query, ...next }), { replace: true });
  /** The search on which field and address last agreed. */
  const agreed = useRef(query.search);
  const search = useEffectEvent((text: string) => {
    if (text === query.search) return;
    agreed.current = text;
    show({ search: text, page: 1 });
  });
  // only typing changes the search
  useEffect(() => {
    if (settled) search(settled.words.trim());
  }, [settled]);
  // the field shows an address that changed from outside, such as by a link to all links
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
    /** Goes to another page of the list, at its top. Back leads to this page. */
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
    /** Closes the dialog so that Back does not open it again. */
    closeNew: () => {
      const isOpenedHere = history.state === OPENED_HERE;
      // at once, because the next view takes the focus
      navigate(path + addressOfList(query), { replace: true });
      if (isOpenedHere) history.back();
    },
  };
}

/**
 * Goes to the last page that has links when the address's page has none, because links were deleted or archived.
 * Returns whether it does. `total` is undefined while unknown.
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
