// A new page begins at its top, even when its data is cached and the page is tall at once. On the way back the browser
// itself restores the scroll position.

import { useEffect } from 'react';

/** The router announces its changes of the history by events of these names. */
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
