// A link as a row of the table: what it is called, where it leads, how it does, and what can be done with it.

import type { KeyboardEvent } from 'react';
import { Link as PageLink, useLocation } from 'wouter';
import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Destination } from '../link/destination';
import { addressOf, pageOf, shortNameOf, shortUrlOf } from '../link/link-address';
import { StateBadge } from '../link/link-state';
import { CopyButton, useCopy } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { Menu, MenuItem } from '../ui/menu';
import type { Change } from './change-links';
import { linksTexts } from './links-texts';

export type RowActions = {
  onEdit: (link: Link) => void;
  onChange: (link: Link, change: Change) => void;
  onDelete: (link: Link) => void;
};

type Props = RowActions & {
  link: Link;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  /** Members change links; viewers only read. */
  isEditable: boolean;
};

function RowMenu({ link, isEditable, onEdit, onChange, onDelete }: Props) {
  const t = useTexts(linksTexts);
  const [, navigate] = useLocation();
  const address = addressOf(link);
  return (
    <Menu className="row-menu" label={t.menuOf(shortNameOf(address))} face={<Icon name="more" />}>
      <MenuItem onChoose={() => navigate(pageOf(address))}>{t.stats}</MenuItem>
      <MenuItem onChoose={() => navigate(`${pageOf(address)}/qr`)}>{t.qr}</MenuItem>
      {isEditable && (
        <>
          <MenuItem onChoose={() => onEdit(link)}>{t.edit}</MenuItem>
          <MenuItem onChoose={() => onChange(link, link.isEnabled ? 'pause' : 'resume')}>
            {link.isEnabled ? t.pause : t.resume}
          </MenuItem>
          <MenuItem isDanger onChoose={() => onDelete(link)}>
            {t.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

export function LinkRow(props: Props) {
  const { link, isSelected, onSelect, isEditable, onEdit } = props;
  const t = useTexts(linksTexts);
  const format = useFormat();
  const copy = useCopy();
  const address = addressOf(link);
  const name = shortNameOf(address);
  // one key for who stands on the row
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'c') copy(shortUrlOf(address), name);
    else if (event.key === 'e' && isEditable) onEdit(link);
    else return;
    event.preventDefault();
  };
  return (
    <tr onKeyDown={onKeyDown} aria-selected={isEditable ? isSelected : undefined}>
      {isEditable && (
        <td className="cell-select">
          <label className="select-target">
            <input
              type="checkbox"
              aria-label={t.select(name)}
              checked={isSelected}
              onChange={({ target }) => onSelect(target.checked)}
            />
          </label>
        </td>
      )}
      <th scope="row" className="cell-link">
        <div className="link-name">
          <PageLink href={pageOf(address)} data-row="" aria-keyshortcuts="c e">
            {name}
          </PageLink>
          <CopyButton text={shortUrlOf(address)} name={name} />
        </div>
        <p className="only-narrow">
          <StateBadge link={link} />
          <span className="hint">{`${format.number(link.hits)} ${t.hits}`}</span>
        </p>
        {link.title && <p className="link-title">{link.title}</p>}
        <p className="hint link-destination">
          <Destination url={link.url} />
        </p>
      </th>
      <td className="cell-state">
        <StateBadge link={link} />
        {link.utmDrift && (
          <span className="badge badge-warning" title={t.driftWhy}>
            {t.drift}
          </span>
        )}
      </td>
      <td className="number cell-hits">{format.number(link.hits)}</td>
      <td className="cell-actions">
        <RowMenu {...props} />
      </td>
    </tr>
  );
}
