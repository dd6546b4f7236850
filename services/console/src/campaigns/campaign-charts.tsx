// The days of a report, and the tags of one campaign.

import { BarList } from '../charts/bar-list';
import { ChartFrame } from '../charts/chart-frame';
import { LineChart } from '../charts/line-chart';
import type { Report } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { campaignsTexts } from './campaigns-texts';
import { bySourceAndMedium, byTag, type Campaign, reportDays } from './report-data';

/** Of more days the axis names months. */
const YEAR = 366;

type DaysProps = { now: Report; earlier: Report | undefined; campaign: string | undefined };

export function ReportDays({ now, earlier, campaign }: DaysProps) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const columns = [t.humans, ...(earlier ? [t.earlier] : [])];
  const data = reportDays({ now, earlier, campaign }, { head: t.day, columns, nameOf: format.day });
  return (
    <ChartFrame title={t.daily} fileName="campaign-days" data={data}>
      <LineChart
        label={t.daily}
        data={data}
        kinds={earlier ? ['human', 'earlier'] : ['human']}
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

export function CampaignTags({ campaign }: { campaign: Campaign }) {
  const t = useTexts(campaignsTexts);
  const nameOf = (tag: string) => (tag === '' ? t.noTag : tag === '~other' ? t.otherTags : tag);
  const columns = [t.humans, t.links];
  const charts = [
    { part: 'sources', data: byTag(campaign, 'source', { head: t.source, columns, nameOf }) },
    { part: 'mediums', data: byTag(campaign, 'medium', { head: t.medium, columns, nameOf }) },
    { part: 'tags', data: bySourceAndMedium(campaign, { head: t.tags, columns, nameOf }) },
  ] as const;
  return (
    <div className="chart-lists">
      {charts.map(({ part, data }) => (
        <ChartFrame key={part} title={t[part]} fileName={`campaign-${part}`} data={data} hasShare>
          <BarList label={t[part]} data={data} />
        </ChartFrame>
      ))}
    </div>
  );
}
