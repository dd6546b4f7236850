// The stats page of a link: visits by day, updated live.

import { Suspense, useDeferredValue, useState } from 'react';
import { Link as PageLink, useLocation, useSearch } from 'wouter';
import { ApiError } from '../api/api-error';
import type { ScannedStats } from '../api/types';
import { useTexts } from '../i18n/texts';
import { addressIn, pageOf, shortNameOf, type LinkAddress } from '../link/link-address';
import { useLink } from '../link/use-link';
import { FreshnessNote, NoFigures } from '../period/freshness-note';
import { queryOf, type Range, rangeOf, utcToday } from '../period/range';
import { RangePicker } from '../period/range-picker';
import { lazyPart } from '../ui/lazy-part';
import { EmptyState, LoadingPage } from '../ui/states';
import { LinkHead } from './link-head';
import { useWorkspace } from '../workspace/workspace-gate';
import { useLinkStats } from './link-stats';
import { Countries, DayChart, HourChart, Lists, Totals } from './stats-charts';
import { statsTexts } from './stats-texts';
import './stats.css';

const EditLinkDialog = lazyPart(() => import('../link-form/edit-link-dialog'));

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

type FiguresProps = {
  range: Range;
  today: string;
  stats: ScannedStats | undefined;
  error: unknown;
  dataUpdatedAt: number;
  onRetry: () => void;
};

function Figures({ range, today, stats, error, dataUpdatedAt, onRetry }: FiguresProps) {
  const [path, navigate] = useLocation();
  return (
    <>
      <RangePicker
        range={range}
        today={today}
        first={stats?.range.clampedTo}
        onRange={(next) => navigate(`${path}${queryOf(next)}`, { replace: true })}
      />
      {!stats && (error ? <NoFigures error={error} onRetry={onRetry} /> : <LoadingPage />)}
      {stats && (
        <>
          <FreshnessNote
            range={stats.range}
            freshness={stats.freshness}
            error={error}
            readAt={dataUpdatedAt}
          />
          <Totals stats={stats} />
          <DayChart stats={stats} today={today} />
          <HourChart stats={stats} today={today} />
          <Countries stats={stats} />
          <Lists stats={stats} />
        </>
      )}
    </>
  );
}

function LinkStats({ address }: { address: LinkAddress }) {
  const t = useTexts(statsTexts);
  const [, navigate] = useLocation();
  const today = utcToday();
  const range = rangeOf(new URLSearchParams(useSearch()), today);
  const link = useLink(address);
  const { role } = useWorkspace();
  const [isEditing, setEditing] = useState(false);
  const { data: newest, error, refetch, dataUpdatedAt } = useLinkStats(address, range, today);
  // deferred, so that many charts render in small steps and input stays responsive
  const stats = useDeferredValue(newest);
  if (isNotFound(link.error) || (!stats && isNotFound(error)))
    return <EmptyState isPage title={t.notFound} action={<PageLink href="/links">{t.toLinks}</PageLink>} />;
  return (
    <>
      <title>{t.statsOf(shortNameOf(address))}</title>
      <LinkHead
        address={address}
        link={link.data?.link}
        onEdit={role === 'viewer' ? undefined : () => setEditing(true)}
      />
      {link.isPending ? (
        // the head is not complete yet, and would move the content below it
        <LoadingPage />
      ) : (
        <Figures {...{ range, today, stats, error, dataUpdatedAt }} onRetry={() => void refetch()} />
      )}
      <Suspense fallback={null}>
        {isEditing && (
          <EditLinkDialog
            address={address}
            onSaved={(saved) => {
              // a link with a new slug has another address
              if (saved.slug !== address.slug) navigate(pageOf({ ...address, slug: saved.slug }));
            }}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </>
  );
}

export default function StatsPage({ params }: { params: { domain: string; slug: string } }) {
  const address = addressIn(params);
  return <LinkStats key={`${address.domain}/${address.slug}`} address={address} />;
}
