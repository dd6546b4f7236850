// The table of a page of links, with the selection of rows.

import { useShortcuts } from '../ui/shortcuts';
import { useRef } from 'react';
import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { addressOf, shortNameOf, shortUrlOf } from '../link/link-address';
import { useCopy } from '../ui/copy-button';
import { type Curves, LinkRow, type RowActions } from './link-row';
import type { ListSort } from './list-address';
import { linksTexts } from './links-texts';
import { SortHead } from './sort-tools';

type Props = RowActions & {
  links: readonly Link[];
  curves: Curves;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  isEditable: boolean;
  /** Ids of the selected links. */
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
};

/** `j` and `k` move the focus down and up the rows; `c` and `e` are for the row with the focus. */
function useRowKeys({ links, isEditable, onEdit }: Pick<Props, 'links' | 'isEditable' | 'onEdit'>) {
  const table = useRef<HTMLTableElement>(null);
  const copy = useCopy();
  const look = () => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    return { rows, at: rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement)) };
  };
  const step = (by: number) => {
    const { rows, at } = look();
    const next = at === -1 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by));
    rows[next]?.focus();
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    c: () => {
      const link = links[look().at];
      if (link) copy(shortUrlOf(addressOf(link)), shortNameOf(addressOf(link)));
    },
    e: () => {
      const link = links[look().at];
      if (link && isEditable) onEdit(link);
    },
  });
  return table;
}

export function LinksTable(props: Props) {
  const { links, curves, sort, onSort, isEditable, selected, onSelected, ...actions } = props;
  const t = useTexts(linksTexts);
  const table = useRowKeys(props);
  const chosen = links.filter(({ id }) => selected.has(id)).length;
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    onSelected(next);
  };
  return (
    <table ref={table} className="table links-table">
      <caption className="visually-hidden">{t.title}</caption>
      <thead>
        <tr>
          {isEditable && (
            <th scope="col" className="cell-select">
              <label className="select-target">
                <input
                  type="checkbox"
                  aria-label={t.selectAll}
                  checked={chosen > 0 && chosen === links.length}
                  ref={(box) => {
                    if (box) box.indeterminate = chosen > 0 && chosen < links.length;
                  }}
                  onChange={({ target }) =>
                    onSelected(new Set(target.checked ? links.map(({ id }) => id) : []))
                  }
                />
              </label>
            </th>
          )}
          <SortHead
            {...{ sort, onSort }}
            field="title"
            before={<span className="sort-before">{t.link}</span>}
          >
            {t.titles}
          </SortHead>
          <th scope="col" className="cell-state">
            {t.state}
          </th>
          <th scope="col" className="cell-curve">
            {t.days}
          </th>
          <SortHead {...{ sort, onSort }} field="hits" className="number cell-hits">
            {t.hits}
          </SortHead>
          <SortHead {...{ sort, onSort }} field="created" className="cell-created">
            {t.created}
          </SortHead>
          <th scope="col" className="cell-actions">
            <span className="visually-hidden">{t.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            curves={curves}
            isEditable={isEditable}
            isSelected={selected.has(link.id)}
            onSelect={(isSelected) => select(link.id, isSelected)}
            {...actions}
          />
        ))}
      </tbody>
    </table>
  );
}
