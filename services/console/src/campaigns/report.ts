// Reads the campaign report of a period.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import type { Report } from '../api/types';
import { useWorkspace } from '../workspace/workspace-gate';

/** How long the service batches clicks before they are in the report. */
const LINGER_MS = 10_000;

type Period = { from: string; to: string };

/** `isLive`: the period may still get clicks, so the report is refetched while the window is visible. */
export function useReport(period: Period | undefined, isLive: boolean) {
  const workspace = useWorkspace();
  return useQuery<Report>({
    queryKey: ['campaigns', workspace.id, period],
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: isLive && LINGER_MS,
    queryFn: async ({ signal }) => {
      const params = { path: { workspace: workspace.id }, ...(period && { query: period }) };
      return (await unwrap(api.GET('/workspaces/{workspace}/urls/campaigns', { params, signal }))).report;
    },
  });
}

/** One campaign by term and by content, which the report does not break down. */
export function useCampaignTags(campaign: string, { from, to }: Period, isLive: boolean) {
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['campaigns', workspace.id, 'tags', campaign, from, to],
    placeholderData: keepPreviousData,
    refetchInterval: isLive && LINGER_MS,
    queryFn: ({ signal }) => {
      const params = { path: { workspace: workspace.id }, query: { campaign, from, to } };
      return unwrap(api.GET('/workspaces/{workspace}/campaign-tags', { params, signal }));
    },
  });
}

const PAGE = 10;

export const LINK_TAGS = ['source', 'medium', 'term', 'content'] as const;
/** An undefined tag matches any value; an empty one matches links without the tag. */
export type LinkTags = Partial<Record<(typeof LINK_TAGS)[number], string | undefined>>;

/** The API's value for links without a tag. */
const NO_TAG = '~none';

/** A page, from 1 on, of the links of a campaign with these tags, most redirects first. */
export function useCampaignLinks(campaign: string, tags: LinkTags, page: number) {
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['links', workspace.id, 'campaign', campaign, tags, page],
    enabled: campaign !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const path = { workspace: workspace.id };
      const chosen = LINK_TAGS.flatMap((tag): [string, string][] => {
        const value = tags[tag];
        return value === undefined ? [] : [[tag, value === '' ? NO_TAG : value]];
      });
      const query = {
        campaign,
        limit: PAGE,
        page,
        sort: '-hits' as const,
        // because the report counts archived links too
        archived: 'all' as const,
        ...Object.fromEntries<string>(chosen),
      };
      const params = { path, query };
      const answer = await unwrap(api.GET('/workspaces/{workspace}/urls', { params, signal }));
      return { ...answer, pages: Math.ceil(answer.total / PAGE) };
    },
  });
}
