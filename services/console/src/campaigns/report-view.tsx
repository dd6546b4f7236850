// A report as a person sees it: all campaigns, or one with its tags and links.

import { Link as PageLink, useSearch } from 'wouter';
import type { Report } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { utcToday } from '../period/range';
import { Tiles } from '../period/tiles';
import { EmptyState } from '../ui/states';
import { withParameters } from './address';
import { CampaignTags, ReportDays } from './campaign-charts';
import { CampaignLinks } from './campaign-links';
import { CampaignTable } from './campaign-table';
import { campaignsTexts } from './campaigns-texts';
import { useChangeText } from './change-text';
import { campaignsOf, comparedCampaigns, isCut, isCovered } from './report-data';

type ShownProps = { now: Report; earlier: Report | undefined; campaign: string | undefined };

function ReportTiles({ now, earlier, campaign }: ShownProps) {
  const t = useTexts(campaignsTexts);
  const changeText = useChangeText();
  const sumOf = (report: Report, field: 'humanClicks' | 'qrScans') =>
    campaignsOf(report)
      .filter((one) => campaign === undefined || one.campaign === campaign)
      .reduce((sum, one) => sum + one[field], 0);
  const hintOf = (field: 'humanClicks' | 'qrScans') =>
    earlier && changeText(sumOf(now, field), sumOf(earlier, field));
  const clicks = [
    { name: t.humans, value: sumOf(now, 'humanClicks'), hint: hintOf('humanClicks') },
    { name: t.scans, value: sumOf(now, 'qrScans'), hint: hintOf('qrScans') },
  ];
  const whole = [
    { name: t.campaigns, value: now.totalCampaigns },
    { name: t.taggedLinks, value: now.taggedLinks },
  ];
  return <Tiles label={t.title} tiles={campaign === undefined ? [...clicks, ...whole] : clicks} />;
}

function OneCampaign({ now, earlier, campaign, back }: ShownProps & { campaign: string; back: string }) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const listed = campaignsOf(now);
  const found = listed.find((one) => one.campaign === campaign);
  const compared = earlier && isCovered(earlier, campaign) ? earlier : undefined;
  return (
    <>
      <div>
        <PageLink href={back}>{t.back}</PageLink>
        <h2 tabIndex={-1} className="campaign-name">
          {campaign === '' ? t.noTag : campaign}
        </h2>
      </div>
      {isCovered(now, campaign) && (
        <>
          <ReportTiles now={now} earlier={compared} campaign={campaign} />
          <ReportDays now={now} earlier={compared} campaign={campaign} />
        </>
      )}
      {found ? (
        <CampaignTags campaign={found} range={now.range} isLive={now.range.to >= utcToday()} />
      ) : (
        <p className="notice">{isCut(now) ? t.notListed(format.number(listed.length)) : t.gone}</p>
      )}
      <CampaignLinks key={campaign} campaign={campaign} found={found} range={now.range} />
    </>
  );
}

/** `isOver`: whether the period is over; links may have been made since then. */
function NoCampaigns({ isOver }: { isOver: boolean }) {
  const t = useTexts(campaignsTexts);
  if (isOver)
    return (
      <EmptyState title={t.noneThen}>
        <p>{t.noneThenHint}</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title={t.none}
      action={
        <PageLink className="button button-primary" href="/links?new">
          {t.newLink}
        </PageLink>
      }
    >
      <p>{t.noneHint}</p>
    </EmptyState>
  );
}

/** Without `campaign`, all campaigns. */
export function ReportView({ now, earlier, campaign }: ShownProps) {
  const search = useSearch();
  const hrefOf = (name: string | undefined) => `/campaigns${withParameters(search, { campaign: name })}`;
  if (now.taggedLinks === 0 && campaignsOf(now).length === 0)
    return <NoCampaigns isOver={now.range.to < utcToday()} />;
  if (campaign !== undefined)
    return <OneCampaign now={now} earlier={earlier} campaign={campaign} back={hrefOf(undefined)} />;
  return (
    <>
      <ReportTiles now={now} earlier={earlier} campaign={undefined} />
      <ReportDays now={now} earlier={earlier} campaign={undefined} />
      <CampaignTable
        rows={comparedCampaigns(now, earlier)}
        total={now.totalCampaigns}
        isCompared={earlier !== undefined}
        fileName={`campaigns-${now.range.clampedTo}-${now.range.to}`}
        hrefOf={hrefOf}
      />
    </>
  );
}
