// A link as a row of the table: its name, destination, figures and actions.

import { Link as PageLink, useLocation } from 'wouter';
import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Destination } from '../link/destination';
import { addressOf, pageOf, shortNameOf, shortUrlOf } from '../link/link-address';
import { ShortName } from '../link/short-name';
import { ExplainedState } from '../link/link-state';
import { TagChips } from '../tags/tag-chips';
import { CopyButton } from '../ui/copy-button';
import { ExplainedBadge } from '../ui/explained-badge';
import { Icon } from '../ui/icon';
import { Menu, MenuItem } from '../ui/menu';
import type { Change } from './change-links';
import { linksTexts } from './links-texts';
import { Sparkline } from './sparkline';

export type RowActions = {
  onEdit: (link: Link) => void;
  onChange: (link: Link, change: Change) => void;
  onDelete: (link: Link) => void;
};

/** Human visits by day, per link id; `awaited`: not read yet; `unknown`: cannot be read. */
export type Curves = Readonly<Record<string, readonly number[]>> | 'awaited' | 'unknown';

type Props = RowActions & {
  link: Link;
  curves: Curves;
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
          <MenuItem onChoose={() => onChange(link, link.isArchived ? 'unarchive' : 'archive')}>
            {link.isArchived ? t.unarchive : t.archive}
          </MenuItem>
          <MenuItem isDanger onChoose={() => onDelete(link)}>
            {t.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function Curve({ link, curves }: Pick<Props, 'link' | 'curves'>) {
  const t = useTexts(linksTexts);
  // a placeholder, so that rows do not move when the curve arrives
  if (curves === 'awaited') return <span className="sparkline-place" />;
  const humans = curves === 'unknown' ? undefined : curves[link.id];
  if (humans) return <Sparkline humans={humans} />;
  return curves === 'unknown' ? <span className="hint">{t.noCurve}</span> : null;
}

function States({ link }: { link: Link }) {
  const t = useTexts(linksTexts);
  return (
    <>
      <ExplainedState link={link} />
      {link.hasPassword && <span className="badge">{t.hasPassword}</span>}
      {link.isArchived && <span className="badge">{t.isArchived}</span>}
      {link.utmDrift && <ExplainedBadge tone="warning" name={t.drift} words={t.driftWhy} />}
    </>
  );
}

export function LinkRow(props: Props) {
  const { link, curves, isSelected, onSelect, isEditable } = props;
  const t = useTexts(linksTexts);
  const format = useFormat();
  const address = addressOf(link);
  const name = shortNameOf(address);
  return (
    <tr aria-selected={isEditable ? isSelected : undefined}>
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
            <ShortName {...address} />
          </PageLink>
          <CopyButton text={shortUrlOf(address)} name={name} />
        </div>
        <div className="only-narrow">
          <States link={link} />
          <span className="hint">{t.hitsOf(format.number(link.hits))}</span>
          <Curve {...{ link, curves }} />
        </div>
        {link.title && <p className="link-title">{link.title}</p>}
        <TagChips tags={link.tags} />
        {link.note && <p className="hint link-note">{link.note}</p>}
        <p className="hint link-destination">
          <Destination url={link.url} />
        </p>
      </th>
      <td className="cell-state">
        <div className="states">
          <States link={link} />
        </div>
      </td>
      <td className="cell-curve">
        <Curve {...{ link, curves }} />
      </td>
      <td className="number cell-hits">{format.number(link.hits)}</td>
      <td className="cell-created">{format.day(link.createdAt.slice(0, 10))}</td>
      <td className="cell-actions">
        <RowMenu {...props} />
      </td>
    </tr>
  );
}
