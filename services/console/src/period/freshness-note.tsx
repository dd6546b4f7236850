// Says how fresh the figures are, and which days they cover.

import { ApiError } from '../api/api-error';
import type { Stats } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { useErrorText } from '../ui/error-text';
import { EmptyState, ErrorState, TryAgain } from '../ui/states';
import { periodTexts } from './period-texts';

type Range = Pick<Stats['range'], 'from' | 'to' | 'clampedTo' | 'retentionDays'>;

/** Says which days the plan's window leaves out; renders nothing when it leaves out none. */
export function ClampNote({ range }: { range: Range }) {
  const t = useTexts(periodTexts);
  const format = useFormat();
  if (range.clampedTo <= range.from) return null;
  const days = format.number(range.retentionDays);
  return (
    <p className="notice">
      {range.clampedTo > range.to ? t.allBeforeWindow(days) : t.clamped(days, format.day(range.clampedTo))}
    </p>
  );
}

type Props = { range: Range; freshness: Stats['freshness']; error: unknown; readAt: number };

export function FreshnessNote({ range, freshness, error, readAt }: Props) {
  const t = useTexts(periodTexts);
  const format = useFormat();
  const textOf = useErrorText();
  const first = range.clampedTo > range.to ? range.from : range.clampedTo;
  return (
    <div className="freshness">
      <p>
        <span className={`badge freshness-${freshness}`}>
          {t.window(format.day(first), format.day(range.to))}
        </span>
        {freshness !== 'degraded' && <span>{t[freshness]}</span>}
      </p>
      <ClampNote range={range} />
      <div role="status">
        {freshness === 'degraded' && <p className="notice notice-warning">{t.degraded}</p>}
        {error ? (
          <p className="notice notice-warning">
            {textOf(error)} {t.refused(format.moment(new Date(readAt).toISOString()))}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Replaces figures that could not be read at all. */
export function NoFigures({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts(periodTexts);
  if (!(error instanceof ApiError) || error.code !== 'ANALYTICS_UNAVAILABLE')
    return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState title={t.unavailable} action={<TryAgain onRetry={onRetry} />}>
        <p>{t.unavailableHint}</p>
      </EmptyState>
    </div>
  );
}
