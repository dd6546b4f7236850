// The workspace's links: found as typed, one row a link.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link as PageLink } from 'wouter';
import { api, take } from '../api/client';
import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { CopyButton } from '../ui/copy-button';
import { useDebounced } from '../ui/debounced';
import { useShortcuts } from '../ui/shortcuts';
import { EmptyState, ErrorState, LoadingPage } from '../ui/states';
import { useWorkspace } from '../workspace/workspace-gate';
import { linksTexts } from './links-texts';

const PAGE_SIZE = 25;

function LinkRow({ link }: { link: Link }) {
  const t = useTexts(linksTexts);
  const format = useFormat();
  const short = `${link.zoneDomain}/${link.slug}`;
  const state = link.isUnsafe
    ? 'unsafe'
    : link.isRestricted
      ? 'restricted'
      : link.isEnabled
        ? 'active'
        : 'paused';
  const tone = { unsafe: 'danger', restricted: 'danger', active: 'good', paused: 'warning' }[state];
  return (
    <tr>
      <td>
        <PageLink href={`/links/${encodeURIComponent(link.zoneDomain)}/${encodeURIComponent(link.slug)}`}>
          {short}
        </PageLink>
        <CopyButton text={`${window.location.protocol}//${short}`} name={short} />
        <p className="hint">{link.title || link.url}</p>
      </td>
      <td>
        <span className={`badge badge-${tone}`}>{t[state]}</span>
      </td>
      <td className="number">{format.number(link.hits)}</td>
    </tr>
  );
}

export default function LinksPage() {
  const t = useTexts(linksTexts);
  const format = useFormat();
  const workspace = useWorkspace();
  const [words, setWords] = useState('');
  const search = useDebounced(words.trim());
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  const { data, error, refetch } = useQuery({
    queryKey: ['links', workspace.id, { search }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      take(
        api.GET('/workspaces/{workspace}/urls', {
          params: {
            path: { workspace: workspace.id },
            query: { limit: PAGE_SIZE, ...(search !== '' && { q: search }) },
          },
          signal,
        }),
      ),
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingPage />;
  return (
    <>
      <div className="page-head">
        <h1>{t.title}</h1>
      </div>
      <input
        ref={field}
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <p className="hint" role="status">
        {t.count(format.number(data.total))}
      </p>
      {data.urls.length === 0 ? (
        <EmptyState title={search === '' ? t.empty : t.nothingFound}>
          {search === '' && <p>{t.emptyHint}</p>}
        </EmptyState>
      ) : (
        <div className="table-scroll" role="region" aria-label={t.title} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t.link}</th>
                <th scope="col">{t.state}</th>
                <th scope="col" className="number">
                  {t.hits}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.urls.map((link) => (
                <LinkRow key={link.id} link={link} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
