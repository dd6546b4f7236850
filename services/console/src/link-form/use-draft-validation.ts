// The service's validation of a draft while it is typed: one request 150 ms after the last key. Drops older responses.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { withScheme } from '../link/with-scheme';
import { useDebounced } from '../ui/debounced';
import { useWorkspace } from '../workspace/workspace-gate';
import type { LinkDraft } from './link-draft';

type Question = { url?: string; slug?: string; zoneDomain?: string };

/** `saved`: the link before the edit. Its own slug is not sent, because it would count as taken. */
export function useDraftValidation(draft: LinkDraft, saved?: LinkDraft) {
  const { id: workspace } = useWorkspace();
  const question: Question = {
    ...(draft.url.trim() !== '' && { url: withScheme(draft.url) }),
    ...(draft.slug !== '' && draft.slug !== saved?.slug && { slug: draft.slug }),
    ...(draft.zoneDomain !== '' && !saved && { zoneDomain: draft.zoneDomain }),
    ...(saved && { zoneDomain: saved.zoneDomain }),
  };
  const typed = JSON.stringify(question);
  const asked = useDebounced(typed);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['link-draft', workspace, asked],
    enabled: question.url !== undefined || question.slug !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(
        api.POST('/workspaces/{workspace}/link-draft', {
          params: { path: { workspace } },
          body: JSON.parse(asked) as Question,
          signal,
        }),
      ),
  });
  const isOfThis = data !== undefined && !isPlaceholderData && asked === typed;
  return { validation: data, isOfThis, question };
}
