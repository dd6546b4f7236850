// The campaign report of some links and plans, counted the straightforward way: one visit row after the other.

import type { DailyRow } from '@kurz/click-tables';
import type { Campaign, Drill } from '../../../services/api/src/campaigns/campaign-report';
import { WORKSPACE, type NewLink } from './start-campaigns';

export type HeldLink = NewLink & { id: string };

const codeOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** `rows` has each row once, from finished plans only. */
export function countedByHand(
  links: readonly HeldLink[],
  rows: readonly DailyRow[],
  window: { first: string; last: string },
): Campaign[] {
  const names = [...new Set(links.flatMap(({ campaign }) => campaign ?? []))];
  const visitsOf = (members: readonly HeldLink[]) =>
    rows.filter(
      ({ workspace_id, link_id, day }) =>
        workspace_id === WORKSPACE &&
        members.some(({ id }) => id === link_id) &&
        day >= window.first &&
        day <= window.last,
    );
  const humansOf = (some: readonly DailyRow[]) =>
    some.reduce((sum, { requests, bots }) => sum + requests - bots, 0);
  const campaignOf = (campaign: string): Campaign => {
    const members = links.filter((link) => link.campaign === campaign);
    const visits = visitsOf(members);
    const days = [...new Set(visits.map(({ day }) => day))].sort();
    const series = days.map((date) => ({
      date,
      human: humansOf(visits.filter(({ day }) => day === date)),
    }));
    const pairs = new Map(
      members.map(({ source = '', medium = '' }) => [`${source}\n${medium}`, { source, medium }]),
    );
    const drill: Drill[] = [...pairs.values()].map(({ source, medium }) => {
      const some = members.filter((link) => (link.source ?? '') === source && (link.medium ?? '') === medium);
      return { source, medium, linkCount: some.length, humanClicks: humansOf(visitsOf(some)) };
    });
    return {
      campaign,
      linkCount: members.length,
      humanClicks: humansOf(visits),
      qrScans: visits.reduce((sum, { qr }) => sum + qr, 0),
      series: series.filter(({ human }) => human > 0),
      drill: drill.sort(
        (a, b) =>
          b.humanClicks - a.humanClicks || codeOrder(a.source, b.source) || codeOrder(a.medium, b.medium),
      ),
    };
  };
  return names
    .map(campaignOf)
    .sort((a, b) => b.humanClicks - a.humanClicks || codeOrder(a.campaign, b.campaign));
}
