// The next steps with a new link: its short address, its QR code, and the first visit as it arrives.

import { Suspense } from 'react';
import { Link as PageLink } from 'wouter';
import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { addressOf, pageOf, scanUrlOf, shortNameOf, shortUrlOf } from '../link/link-address';
import { ShortName } from '../link/short-name';
import { StateNote } from '../link/link-state';
import { rangeOf, utcToday } from '../period/range';
import { HourChart } from '../stats/stats-charts';
import { useLinkStats } from '../stats/link-stats';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { lazyPart } from '../ui/lazy-part';
import { createdTexts } from './created-texts';

const QrPicture = lazyPart(() => import('../qr/qr-picture'));

function FirstVisit({ link }: { link: Link }) {
  const t = useTexts(createdTexts);
  const format = useFormat();
  const today = utcToday();
  const { data: stats } = useLinkStats(addressOf(link), rangeOf(new URLSearchParams(), today), today);
  const hasVisits = stats !== undefined && stats.totals.requests > 0;
  return (
    <div className="first-visit">
      <div role="status">
        {hasVisits ? (
          <p className="first-visit-count">
            {t.arrived(format.number(stats.totals.human), format.number(stats.totals.bots))}
          </p>
        ) : (
          <p className="first-visit-wait">
            <span className="spinner" aria-hidden="true" /> <b>{t.waiting}</b>
          </p>
        )}
      </div>
      {hasVisits ? <HourChart stats={stats} today={today} /> : <p className="hint">{t.waitingHint}</p>}
    </div>
  );
}

type Props = { link: Link; onAnother: () => void; onClose: () => void };

export default function CreatedDialog({ link, onAnother, onClose }: Props) {
  const t = useTexts(createdTexts);
  const address = addressOf(link);
  const name = shortNameOf(address);
  return (
    <Dialog title={t.ready} className="dialog-wide" onClose={onClose}>
      <StateNote link={link} />
      <div className="created">
        <div className="created-main">
          <p className="created-link">
            <span className="visually-hidden">{t.shortLink}: </span>
            <b>
              <ShortName {...address} />
            </b>
            <CopyButton text={shortUrlOf(address)} name={name} />
          </p>
          <div className="created-ways">
            <a
              className="button button-primary"
              data-autofocus=""
              href={shortUrlOf(address)}
              target="_blank"
              rel="noreferrer"
            >
              {t.open}
            </a>
            <PageLink className="button" href={`${pageOf(address)}/qr`}>
              <Icon name="qr" />
              {t.designQr}
            </PageLink>
          </div>
          <FirstVisit link={link} />
        </div>
        <div className="created-qr">
          <Suspense fallback={null}>
            <QrPicture text={scanUrlOf(address)} name={t.qrOf(name)} />
          </Suspense>
        </div>
      </div>
      <div className="dialog-actions">
        <Button onClick={onAnother}>{t.another}</Button>
        <PageLink className="button" href={pageOf(address)}>
          {t.stats}
        </PageLink>
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  );
}
