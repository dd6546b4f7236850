// A page that is gone to begins at its top, also where its figures are known and it is tall at once. The way back leads to
// where one was: the browser's own doing.

import { useEffect } from 'react';

/** The router tells of what it does to the history by events of these names. */
const MOVES = ['pushState', 'replaceState', 'popstate'] as const;

export function useTopOfPage(): void {
  useEffect(() => {
    let { pathname } = location;
    const onMove = ({ type }: Event) => {
      if (type === 'pushState' && location.pathname !== pathname) scrollTo(0, 0);
      pathname = location.pathname;
    };
    for (const type of MOVES) addEventListener(type, onMove);
    return () => {
      for (const type of MOVES) removeEventListener(type, onMove);
    };
  }, []);
}
