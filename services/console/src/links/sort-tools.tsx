// Controls for the list's order: the column heads, or a select on narrow screens, which have no columns.

import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts';
import { Icon } from '../ui/icon';
import { Select } from '../ui/select';
import { type ListSort, nextSort, type SortField, sortParts } from './list-address';
import { linksTexts } from './links-texts';

type Props = { sort: ListSort; onSort: (sort: ListSort) => void };

type HeadProps = Props & {
  field: SortField;
  className?: string;
  /** Further content of the column's head, before the name that sorts. */
  before?: ReactNode;
  children: ReactNode;
};

export function SortHead({ sort, onSort, field, className, before, children }: HeadProps) {
  const { field: current, isDescending } = sortParts(sort);
  const isSorted = field === current;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {before}
      <button type="button" className="sort-button" onClick={() => onSort(nextSort(sort, field))}>
        {children}
        <Icon name={isSorted ? (isDescending ? 'down' : 'up') : 'chevrons'} />
      </button>
    </th>
  );
}

export function SortChoice({ sort, onSort }: Props) {
  const t = useTexts(linksTexts);
  return (
    <div className="sort-choice">
      <Select
        label={t.sortBy}
        isLabelHidden
        value={sort}
        options={[
          { value: '-created', name: t.newest },
          { value: 'created', name: t.oldest },
          { value: '-hits', name: t.mostHits },
          { value: 'hits', name: t.fewestHits },
          { value: 'title', name: t.titleUp },
          { value: '-title', name: t.titleDown },
        ]}
        onValue={onSort}
      />
    </div>
  );
}
