// The campaign report: all campaigns of a period, or one with its tags and links, alone or beside an earlier period.

import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ApiError } from '../api/api-error';
import type { Report } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { FreshnessNote, NoFigures } from '../period/freshness-note';
import { daysLater, rangeOf, utcToday } from '../period/range';
import { RangePicker } from '../period/range-picker';
import { Select } from '../ui/select';
import { useErrorText } from '../ui/error-text';
import { EmptyState, LoadingPage } from '../ui/states';
import { useWorkspace } from '../workspace/workspace-gate';
import { viewOf, withParameters } from './address';
import { campaignsTexts } from './campaigns-texts';
import { useReport } from './report';
import { earlierPeriod, isWhole } from './report-data';
import { ReportView } from './report-view';
import './campaigns.css';

/** No preset for all days, because the first day of a workspace's clicks is not known. */
const PRESETS = ['7d', '30d', '90d', '12m'] as const;

function ComparedNote({ earlier }: { earlier: Report }) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const { from, to, clampedTo } = earlier.range;
  return (
    <p className="hint">
      {t.comparedWith(format.day(from), format.day(to))}{' '}
      {clampedTo > from && t.comparedClamped(format.day(clampedTo))}
    </p>
  );
}

/** Replaces the note when the earlier period could not be read, or the report lacks days for a comparison. */
function NotCompared({ isWhole, error }: { isWhole: boolean; error: unknown }) {
  const t = useTexts(campaignsTexts);
  const textOf = useErrorText();
  if (isWhole && !error) return null;
  return (
    <p className="notice notice-warning" role="status">
      {isWhole ? t.notCompared(textOf(error)) : t.notWhole}
    </p>
  );
}

const isNotInPlan = (error: unknown) =>
  error instanceof ApiError && error.code === 'CAMPAIGN_REPORT_NOT_IN_PLAN';

function NoReport({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts(campaignsTexts);
  const { plan } = useWorkspace();
  if (!isNotInPlan(error)) return <NoFigures error={error} onRetry={onRetry} />;
  return (
    <EmptyState title={t.notInPlan}>
      <p>{t.notInPlanHint(plan)}</p>
    </EmptyState>
  );
}

/** Moves the focus to the new view's heading, because the link that led there is removed with the old view. */
function useFocusOfView(campaign: string | undefined): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(campaign);
  useEffect(() => {
    if (before.current === campaign) return;
    before.current = campaign;
    const name = document.querySelector<HTMLElement>('.campaign-name');
    (name ?? title.current)?.focus();
  }, [campaign]);
  return title;
}

export default function CampaignsPage() {
  const t = useTexts(campaignsTexts);
  const [, navigate] = useLocation();
  const search = useSearch();
  const query = new URLSearchParams(search);
  const { comparison, campaign } = viewOf(query);
  const title = useFocusOfView(campaign);
  const today = utcToday();
  const range = rangeOf(query, today);
  const period = { from: range.from ?? daysLater(today, -364), to: range.to };
  const report = useReport(period, range.to >= today);
  const earlier = useReport(comparison === 'none' ? undefined : earlierPeriod(period, comparison), false);
  const go = (changes: Readonly<Record<string, string | undefined>>) =>
    navigate(`/campaigns${withParameters(search, changes)}`, { replace: true });
  const { data: now, error } = report;
  // shown also on an error, so that a person can choose other days
  const hasRange = now !== undefined || (error !== null && !isNotInPlan(error));
  const isNowWhole = now !== undefined && isWhole(now, today);
  const compared = comparison !== 'none' && isNowWhole ? earlier.data : undefined;
  return (
    <>
      <title>{campaign === undefined ? t.title : `${campaign || t.noTag} · ${t.title}`}</title>
      <div className="page-head">
        <h1 ref={title} tabIndex={-1}>
          {t.title}
        </h1>
        {now && (
          <Select
            label={t.compare}
            value={comparison}
            options={[
              { value: 'none', name: t.compareNone },
              { value: 'before', name: t.compareBefore },
              { value: 'year', name: t.compareYear },
            ]}
            onValue={(value) => go({ compare: value === 'none' ? undefined : value })}
          />
        )}
      </div>
      {hasRange && (
        <RangePicker
          presets={PRESETS}
          range={range}
          today={today}
          onRange={({ preset, from, to }) =>
            go(preset ? { range: preset, from: undefined, to: undefined } : { range: undefined, from, to })
          }
        />
      )}
      {!now && (error ? <NoReport error={error} onRetry={() => void report.refetch()} /> : <LoadingPage />)}
      {now && (
        <>
          <FreshnessNote
            range={now.range}
            freshness={now.freshness}
            error={error}
            readAt={report.dataUpdatedAt}
          />
          {compared && <ComparedNote earlier={compared} />}
          {comparison !== 'none' && !compared && <NotCompared isWhole={isNowWhole} error={earlier.error} />}
          <ReportView now={now} earlier={compared} campaign={campaign} />
        </>
      )}
    </>
  );
}
