// The head of a link's stats: its short address, destination, state and actions.

import { Link as PageLink } from 'wouter';
import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { Destination } from '../link/destination';
import { pageOf, shortNameOf, shortUrlOf, type LinkAddress } from '../link/link-address';
import { StateBadge, StateNote } from '../link/link-state';
import { ShortName } from '../link/short-name';
import { Button } from '../ui/button';
import { CopyButton, useCopy } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { useShortcuts } from '../ui/shortcuts';
import { statsTexts } from './stats-texts';

type Props = {
  address: LinkAddress;
  link: Link | undefined;
  /** Undefined when this person may not change the link. */
  onEdit: (() => void) | undefined;
};

export function LinkHead({ address, link, onEdit }: Props) {
  const t = useTexts(statsTexts);
  const short = shortNameOf(address);
  const copy = useCopy();
  useShortcuts({ c: () => copy(shortUrlOf(address), short) });
  return (
    <>
      <div className="link-head">
        <div className="link-head-names">
          <div className="link-head-title">
            <h1>
              <ShortName {...address} />
            </h1>
            <CopyButton text={shortUrlOf(address)} name={short} />
            {link && <StateBadge link={link} />}
          </div>
          {link?.title && <p>{link.title}</p>}
          {link && (
            <p className="hint">
              <span className="visually-hidden">{t.destination}: </span>
              <Destination url={link.url} isLink />
            </p>
          )}
        </div>
        <div className="link-head-ways">
          {onEdit && (
            <Button onClick={onEdit}>
              <Icon name="edit" />
              {t.edit}
            </Button>
          )}
          <PageLink className="button" href={`${pageOf(address)}/qr`}>
            <Icon name="qr" />
            {t.qr}
          </PageLink>
        </div>
      </div>
      {link && <StateNote link={link} />}
    </>
  );
}
