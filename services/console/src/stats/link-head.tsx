// What the stats are of: the short address, where it leads, its state, and the ways to change it.

import { Link as PageLink } from 'wouter';
import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import type { LinkAddress } from './link-stats';
import { statsTexts } from './stats-texts';

const TONES = { unsafe: 'danger', restricted: 'danger', active: 'good', paused: 'warning' } as const;

function stateOf(link: Link): keyof typeof TONES {
  if (link.isUnsafe) return 'unsafe';
  if (link.isRestricted) return 'restricted';
  return link.isEnabled ? 'active' : 'paused';
}

/** Only what a browser opens as a page becomes an address. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text);

export function LinkHead({ address, link }: { address: LinkAddress; link: Link | undefined }) {
  const t = useTexts(statsTexts);
  const short = `${address.domain}/${address.slug}`;
  const page = `/links/${encodeURIComponent(address.domain)}/${encodeURIComponent(address.slug)}`;
  const state = link && stateOf(link);
  return (
    <div className="link-head">
      <div className="link-head-names">
        <div className="link-head-title">
          <h1>{short}</h1>
          <CopyButton text={`${window.location.protocol}//${short}`} name={short} />
          {state && <span className={`badge badge-${TONES[state]}`}>{t[state]}</span>}
        </div>
        {link?.title && <p>{link.title}</p>}
        {link && (
          <p className="hint">
            <span className="visually-hidden">{t.destination}: </span>
            {isWebAddress(link.url) ? (
              <a href={link.url} rel="noreferrer">
                {link.url}
              </a>
            ) : (
              link.url
            )}
          </p>
        )}
      </div>
      <div className="link-head-ways">
        <PageLink className="button" href={`${page}?edit`}>
          <Icon name="edit" />
          {t.edit}
        </PageLink>
        <PageLink className="button" href={`${page}/qr`}>
          <Icon name="qr" />
          {t.qr}
        </PageLink>
      </div>
    </div>
  );
}
