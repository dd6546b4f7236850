// The links of a campaign, with every UTM tag that they carry.

import { useState } from 'react';
import { Link as PageLink } from 'wouter';
import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { ErrorState, LoadingPage } from '../ui/states';
import { campaignsTexts } from './campaigns-texts';
import { useCampaignLinks } from './report';

const TAGS = ['source', 'medium', 'term', 'content'] as const;

function LinkTable({ links }: { links: readonly Link[] }) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const names = { source: t.source, medium: t.medium, term: t.term, content: t.content };
  return (
    <div className="scrolling" role="region" aria-labelledby="campaign-links" tabIndex={0}>
      <table className="table" aria-labelledby="campaign-links">
        <thead>
          <tr>
            <th scope="col">{t.link}</th>
            {TAGS.map((tag) => (
              <th key={tag} scope="col">
                {names[tag]}
              </th>
            ))}
            <th scope="col" className="number">
              {t.redirects}
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map(({ id, zoneDomain, slug, utm, hits }) => (
            <tr key={id}>
              <th scope="row">
                <PageLink href={`/links/${encodeURIComponent(zoneDomain)}/${encodeURIComponent(slug)}`}>
                  {`${zoneDomain}/${slug}`}
                </PageLink>
              </th>
              {TAGS.map((tag) => (
                <td key={tag}>{utm?.[tag] ?? '–'}</td>
              ))}
              <td className="number">{format.number(hits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function CampaignLinks({ campaign }: { campaign: string }) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCampaignLinks(campaign, page);
  return (
    <div className="card">
      <h2 id="campaign-links">{t.linksOf}</h2>
      {campaign === '' && <p>{t.untagged}</p>}
      {campaign !== '' && !data && !error && <LoadingPage />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p>{t.noLinks}</p>}
      {data && data.total > 0 && <LinkTable links={data.urls} />}
      {data && data.pages > 1 && (
        <div className="pages">
          <Button isBusy={page <= 1} onClick={() => setPage(page - 1)}>
            {t.previous}
          </Button>
          <span role="status">{t.page(format.number(page), format.number(data.pages))}</span>
          <Button isBusy={page >= data.pages} onClick={() => setPage(page + 1)}>
            {t.next}
          </Button>
        </div>
      )}
    </div>
  );
}
