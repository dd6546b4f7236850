// The days of a report, and the tags of one campaign.

import { BarList } from '../charts/bar-list';
import type { ChartData } from '../charts/chart-data';
import { ChartFrame } from '../charts/chart-frame';
import { LineChart } from '../charts/line-chart';
import type { Report } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { utcToday } from '../period/range';
import { campaignsTexts } from './campaigns-texts';
import { useCampaignTags } from './report';
import { bySourceAndMedium, byTag, byValue, type Campaign, isUsed, reportDays } from './report-data';

/** With more days than this, the axis names months. */
const YEAR = 366;

type DaysProps = { now: Report; earlier: Report | undefined; campaign: string | undefined };

export function ReportDays({ now, earlier, campaign }: DaysProps) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const columns = [t.humans, ...(earlier ? [t.earlier] : [])];
  const today = utcToday();
  const data = reportDays({ now, earlier, campaign, today }, { head: t.day, columns, nameOf: format.day });
  const hasToday = now.range.to >= today;
  return (
    <ChartFrame title={t.daily} fileName="campaign-days" data={data} note={hasToday && t.todayNote}>
      <LineChart
        label={t.daily}
        data={data}
        kinds={earlier ? ['human', 'earlier'] : ['human']}
        isUnfinished={hasToday}
        textOf={({ name, values: [humans = 0, before = 0] }) =>
          earlier
            ? t.comparedDayText(name, format.number(humans), format.number(before))
            : t.dayText(name, format.number(humans))
        }
        tickOf={({ key }) => (data.rows.length > YEAR ? format.month(key) : format.shortDay(key))}
      />
    </ChartFrame>
  );
}

type TagsProps = { campaign: Campaign; range: Report['range']; isLive: boolean };

export function CampaignTags({ campaign, range, isLive }: TagsProps) {
  const t = useTexts(campaignsTexts);
  const { data: more, error } = useCampaignTags(campaign.campaign, range, isLive);
  const nameOf = (tag: string) => (tag === '' ? t.noTag : tag === '~other' ? t.otherTags : tag);
  const columns = [t.humans, t.links];
  const used = [
    { part: 'terms', head: t.term, tags: more?.terms ?? [] },
    { part: 'contents', head: t.content, tags: more?.contents ?? [] },
  ] as const;
  const charts: { part: 'sources' | 'mediums' | 'tags' | 'terms' | 'contents'; data: ChartData }[] = [
    { part: 'sources', data: byTag(campaign, 'source', { head: t.source, columns, nameOf }) },
    { part: 'mediums', data: byTag(campaign, 'medium', { head: t.medium, columns, nameOf }) },
    { part: 'tags', data: bySourceAndMedium(campaign, { head: t.tags, columns, nameOf }) },
    ...used
      .filter(({ tags }) => isUsed(tags))
      .map(({ part, head, tags }) => ({ part, data: byValue(tags, { head, columns, nameOf }) })),
  ];
  return (
    <div className="chart-lists">
      {charts.map(({ part, data }) => (
        <ChartFrame key={part} title={t[part]} fileName={`campaign-${part}`} data={data} hasShare>
          <BarList label={t[part]} data={data} />
        </ChartFrame>
      ))}
      {!more && error && <p className="notice notice-warning">{t.noTags}</p>}
    </div>
  );
}
