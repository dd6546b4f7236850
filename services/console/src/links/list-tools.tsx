// The list's tools: the search field, the order, and the number of links.

import { type ReactNode, useRef } from 'react';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Icon } from '../ui/icon';
import { useShortcuts } from '../ui/shortcuts';
import type { ListSort } from './list-address';
import { linksTexts } from './links-texts';
import { SortChoice } from './sort-tools';

type Props = {
  words: string;
  onWords: (words: string) => void;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  total: number | undefined;
  /** Filters. */
  children: ReactNode;
  /** The list's action. */
  action: ReactNode;
};

export function ListTools({ words, onWords, sort, onSort, total, children, action }: Props) {
  const t = useTexts(linksTexts);
  const format = useFormat();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  return (
    <div className="links-tools">
      <div className="search-field">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          aria-keyshortcuts="/"
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
      </div>
      {children}
      <SortChoice {...{ sort, onSort }} />
      {action}
      <p className="hint" role="status">
        {total !== undefined && t.count(format.number(total))}
      </p>
    </div>
  );
}
