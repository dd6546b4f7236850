// The commands of the palette: pages, workspaces, links, and settings of the app itself.

import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { api, unwrap } from '../api/client';
import { chooseLanguage, LANGUAGE_NAMES, LANGUAGES } from '../i18n/language';
import { useTexts } from '../i18n/texts';
import { useLinkSearch } from '../link/use-link-search';
import { useSignOut, useWorkspaces } from '../session/session';
import { SECTION_PATHS, sectionTexts } from '../settings/section-texts';
import { chooseTheme, THEMES } from '../theme/theme';
import { useDebounced } from '../ui/debounced';
import { useWorkspace } from '../workspace/workspace-gate';
import { appTexts } from './app-texts';
import { openApiDocs } from './open-api-docs';

export type Command = { key: string; name: string; hint?: string; run: () => void };

const MAX_LINKS = 6;

function useFoundLinks(words: string) {
  const workspace = useWorkspace();
  const search = useDebounced(words.trim());
  const searched = useLinkSearch(search);
  const { data } = useQuery({
    queryKey: ['links', workspace.id, 'palette', searched],
    enabled: search !== '',
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/workspaces/{workspace}/urls', {
          params: { path: { workspace: workspace.id }, query: { ...searched, limit: MAX_LINKS } },
          signal,
        }),
      ),
  });
  return search === '' ? [] : (data?.urls ?? []);
}

/** Commands that show only when words match, so that the list without words stays short. */
function useMoreCommands(to: (path: string) => () => void): Command[] {
  const t = useTexts(appTexts);
  const sections = useTexts(sectionTexts);
  const signOut = useSignOut();
  const { ofWorkspace, ofPerson } = SECTION_PATHS;
  const section = (name: keyof typeof ofWorkspace | keyof typeof ofPerson, path: string): Command => ({
    key: path,
    name: sections[name],
    hint: t.settings,
    run: to(`/settings/${path}`),
  });
  return [
    section('workspace', ofWorkspace.workspace),
    section('members', ofWorkspace.members),
    section('domains', ofWorkspace.domains),
    section('tokens', ofWorkspace.tokens),
    section('conventions', ofWorkspace.conventions),
    section('imports', ofWorkspace.imports),
    section('audit', ofWorkspace.audit),
    section('userTokens', ofPerson.userTokens),
    ...THEMES.map((theme) => ({
      key: theme,
      name: `${t.theme}: ${t[theme]}`,
      run: () => chooseTheme(theme),
    })),
    ...LANGUAGES.map((language) => ({
      key: language,
      name: `${t.language}: ${LANGUAGE_NAMES[language]}`,
      run: () => chooseLanguage(language),
    })),
    { key: 'docs', name: t.apiDocs, run: openApiDocs },
    { key: 'sign-out', name: t.signOut, run: () => signOut.mutate() },
  ];
}

/** The commands that match the words, links last. */
export function useCommands(words: string): Command[] {
  const workspace = useWorkspace();
  const { data: workspaces = [] } = useWorkspaces();
  const t = useTexts(appTexts);
  const [, navigate] = useLocation();
  const to = (path: string) => () => navigate(path);
  const pages: Command[] = [
    { key: 'links', name: t.links, run: to('/links') },
    { key: 'new', name: t.newLink, run: to('/links?new') },
    { key: 'campaigns', name: t.campaigns, run: to('/campaigns') },
    { key: 'settings', name: t.settings, run: to('/settings') },
    { key: 'account', name: t.account, run: to('/settings/account') },
  ];
  const others = workspaces
    .filter((one) => one.id !== workspace.id)
    .map((one) => ({ key: one.id, name: one.name, hint: t.workspace, run: to(`~/app/w/${one.id}/links`) }));
  const more = useMoreCommands(to);
  const links = useFoundLinks(words).map((link) => ({
    key: link.id,
    name: `${link.zoneDomain}/${link.slug}`,
    hint: link.title || link.url,
    run: to(`/links/${encodeURIComponent(link.zoneDomain)}/${encodeURIComponent(link.slug)}`),
  }));
  const wanted = words.trim().toLowerCase();
  const named = wanted === '' ? [...pages, ...others] : [...pages, ...others, ...more];
  return [...named.filter(({ name }) => name.toLowerCase().includes(wanted)), ...links];
}
