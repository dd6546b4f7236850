// The rows of a campaign report: campaigns, their tags and their days, alone or beside an earlier period.

import type { Report, TagRows } from '../api/types';
import type { ChartData, ChartRow } from '../charts/chart-data';
import { daysBetween, daysLater, readableDays } from '../period/range';

export type Campaign = NonNullable<Report['campaigns']>[number];

export const campaignsOf = (report: Report | undefined): readonly Campaign[] => report?.campaigns ?? [];

/** Whether a report has more campaigns than it lists. The campaigns that it leaves out may have clicks. */
export const isCut = (report: Report): boolean => campaignsOf(report).length < report.totalCampaigns;

/** Whether a report covers the clicks of a campaign. */
export const isCovered = (report: Report, campaign: string): boolean =>
  !isCut(report) || campaignsOf(report).some((one) => one.campaign === campaign);

/** Whether a report has all days of its period. While the analytics store is away it has only today and yesterday. */
export const isWhole = (report: Report, today: string): boolean =>
  readableDays(report, today).length === daysBetween(report.range.clampedTo, report.range.to).length;

export type Comparison = 'none' | 'before' | 'year';

/** The period to compare with: as many days right before, or the same days 52 weeks ago, so that weekdays meet. */
export function earlierPeriod(period: { from: string; to: string }, comparison: 'before' | 'year') {
  const days = comparison === 'year' ? 364 : daysBetween(period.from, period.to).length;
  return { from: daysLater(period.from, -days), to: daysLater(period.to, -days) };
}

export type ComparedCampaign = {
  campaign: string;
  linkCount: number;
  humanClicks: number;
  qrScans: number;
  /** Human clicks of the earlier period; undefined when there is none, or its report leaves the campaign out. */
  before: number | undefined;
};

/**
 * One row per campaign of either period. Campaigns of the earlier period only come last; they are left out when the
 * current list is cut, because they may still have clicks.
 */
export function comparedCampaigns(now: Report, earlier: Report | undefined): ComparedCampaign[] {
  const before = new Map(campaignsOf(earlier).map((one) => [one.campaign, one]));
  const unlisted = earlier && !isCut(earlier) ? 0 : undefined;
  const rows = campaignsOf(now).map(({ campaign, linkCount, humanClicks, qrScans }) => ({
    campaign,
    linkCount,
    humanClicks,
    qrScans,
    before: before.get(campaign)?.humanClicks ?? unlisted,
  }));
  if (isCut(now)) return rows;
  const listed = new Set(rows.map(({ campaign }) => campaign));
  const gone = [...before.values()]
    .filter(({ campaign }) => !listed.has(campaign))
    .map(({ campaign, linkCount, humanClicks }) => ({
      campaign,
      linkCount,
      humanClicks: 0,
      qrScans: 0,
      before: humanClicks,
    }));
  return [...rows, ...gone];
}

/** Human clicks per day, summed over the chosen campaigns. Days without clicks are zeros. */
function clicksByDay(
  report: Report,
  { chosen, today }: { chosen: (campaign: string) => boolean; today: string },
): number[] {
  const byDay = new Map<string, number>();
  for (const { campaign, series } of campaignsOf(report)) {
    if (!chosen(campaign)) continue;
    for (const { date, human } of series) byDay.set(date, (byDay.get(date) ?? 0) + human);
  }
  return readableDays(report, today).map((day) => byDay.get(day) ?? 0);
}

type Names = { head: string; columns: readonly string[]; nameOf: (key: string) => string };

/**
 * One row per day of the period: its clicks and, with an earlier report, the clicks of the day at the same distance
 * from that period's end. Without `campaign`, the sums of all listed campaigns.
 */
export function reportDays(
  {
    now,
    earlier,
    campaign,
    today,
  }: { now: Report; earlier: Report | undefined; campaign: string | undefined; today: string },
  { head, columns, nameOf }: Names,
): ChartData {
  const chosen = (name: string) => campaign === undefined || name === campaign;
  const clicks = clicksByDay(now, { chosen, today });
  const before = earlier && clicksByDay(earlier, { chosen, today });
  const offset = (before?.length ?? 0) - clicks.length;
  const rows = readableDays(now, today).map((day, index): ChartRow => {
    const values = [clicks[index] ?? 0, ...(before ? [before[index + offset] ?? 0] : [])];
    return { key: day, name: nameOf(day), values };
  });
  return { head, columns, rows };
}

export type Tag = 'source' | 'medium';

/** Human clicks and links of a campaign by one tag, most clicks first. A link has one value per tag: links add up. */
export function byTag({ drill }: Campaign, tag: Tag, { head, columns, nameOf }: Names): ChartData {
  const sums = new Map<string, { clicks: number; links: number }>();
  for (const row of drill) {
    const sum = sums.get(row[tag]) ?? { clicks: 0, links: 0 };
    sums.set(row[tag], { clicks: sum.clicks + row.humanClicks, links: sum.links + row.linkCount });
  }
  const rows = [...sums]
    .sort(([, a], [, b]) => b.clicks - a.clicks)
    .map(([key, { clicks, links }]) => ({ key, name: nameOf(key), values: [clicks, links] }));
  return { head, columns, rows };
}

/** Human clicks and links of a campaign by source and medium together, in the report's order. */
export const bySourceAndMedium = ({ drill }: Campaign, { head, columns, nameOf }: Names): ChartData => ({
  head,
  columns,
  rows: drill.map(({ source, medium, linkCount, humanClicks }) => ({
    key: `${source} / ${medium}`,
    name: `${nameOf(source)} / ${nameOf(medium)}`,
    values: [humanClicks, linkCount],
  })),
});

/** Human clicks and links by the values of one tag, in the response's order. */
export const byValue = (tags: TagRows, { head, columns, nameOf }: Names): ChartData => ({
  head,
  columns,
  rows: tags.map(({ value, linkCount, humanClicks }) => ({
    key: value,
    name: nameOf(value),
    values: [humanClicks, linkCount],
  })),
});

/** Whether any link has the tag. */
export const isUsed = (tags: TagRows): boolean => tags.some(({ value }) => value !== '');

/** The change of a number: the difference, and its share of the earlier number; no share when that was 0. */
export function changeOf(now: number, before: number): { by: number; part: number | undefined } {
  return { by: now - before, part: before === 0 ? undefined : (now - before) / before };
}
