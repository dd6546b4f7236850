// The links of a campaign, with every UTM tag that they carry.

import { Fragment, useState } from 'react';
import { Link as PageLink } from 'wouter';
import type { Link, Report } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Select } from '../ui/select';
import { ErrorState, LoadingPage } from '../ui/states';
import { campaignsTexts } from './campaigns-texts';
import { LINK_TAGS, type LinkTags, useCampaignLinks, useCampaignTags } from './report';
import { byTag, type Campaign } from './report-data';

/** An address that does not fit on a line breaks after a dot of its host, or before its slug. */
function Address({ zone, slug }: { zone: string; slug: string }) {
  const parts = [...zone.split(/(?<=\.)/), '/'];
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part}
          {index !== parts.length - 2 && <wbr />}
        </Fragment>
      ))}
      {slug}
    </>
  );
}

function LinkTable({ links }: { links: readonly Link[] }) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const names = { source: t.source, medium: t.medium, term: t.term, content: t.content };
  return (
    <div className="scrolling" role="region" aria-labelledby="campaign-links" tabIndex={0}>
      <table className="table campaign-links" aria-labelledby="campaign-links">
        <thead>
          <tr>
            <th scope="col">{t.link}</th>
            {LINK_TAGS.map((tag) => (
              <th key={tag} scope="col" className="cell-tag">
                {names[tag]}
              </th>
            ))}
            <th scope="col" className="number cell-redirects">
              {t.redirects}
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map(({ id, zoneDomain, slug, utm, hits }) => (
            <tr key={id}>
              <th scope="row">
                <PageLink href={`/links/${encodeURIComponent(zoneDomain)}/${encodeURIComponent(slug)}`}>
                  <Address zone={zoneDomain} slug={slug} />
                </PageLink>
                <span className="hint tags-below">
                  {LINK_TAGS.flatMap((tag) => utm?.[tag] ?? []).join(' · ')}
                </span>
                <span className="hint redirects-below">{t.redirectsOf(format.number(hits))}</span>
              </th>
              {LINK_TAGS.map((tag) => (
                <td key={tag} className="cell-tag">
                  {utm?.[tag] ?? '–'}
                </td>
              ))}
              <td className="number cell-redirects">{format.number(hits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ChoiceProps = {
  campaign: Campaign;
  range: Report['range'];
  tags: LinkTags;
  onTags: (tags: LinkTags) => void;
};

/** Option values: ANY, or VALUE followed by the tag's value. */
const [ANY, VALUE] = ['any', '='];
/** The report's name for many values folded into one. */
const FOLDED = '~other';

/** Chooses the tags of the listed links. */
function TagChoice({ campaign, range, tags, onTags }: ChoiceProps) {
  const t = useTexts(campaignsTexts);
  const { data: more } = useCampaignTags(campaign.campaign, range, false);
  const names = { head: '', columns: [], nameOf: (tag: string) => tag };
  const keysOf = (tag: 'source' | 'medium') => byTag(campaign, tag, names).rows.map(({ key }) => key);
  const values = {
    source: keysOf('source'),
    medium: keysOf('medium'),
    term: more?.terms.map(({ value }) => value) ?? [],
    content: more?.contents.map(({ value }) => value) ?? [],
  };
  return (
    <div className="tag-choice">
      {LINK_TAGS.filter((tag) => values[tag].length > 1).map((tag) => (
        <Select
          key={tag}
          label={t[tag]}
          value={tags[tag] === undefined ? ANY : VALUE + tags[tag]}
          options={[
            { value: ANY, name: t.any },
            ...values[tag]
              .filter((value) => value !== FOLDED)
              .map((value) => ({ value: VALUE + value, name: value === '' ? t.noTag : value })),
          ]}
          onValue={(value) =>
            onTags({ ...tags, [tag]: value === ANY ? undefined : value.slice(VALUE.length) })
          }
        />
      ))}
    </div>
  );
}

type Props = { campaign: string; found: Campaign | undefined; range: Report['range'] };

export function CampaignLinks({ campaign, found, range }: Props) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const [{ page, tags }, setShown] = useState<{ page: number; tags: LinkTags }>({ page: 1, tags: {} });
  const setPage = (next: number) => setShown({ page: next, tags });
  const { data, error, refetch } = useCampaignLinks(campaign, tags, page);
  const isWhole = LINK_TAGS.every((tag) => tags[tag] === undefined);
  return (
    <div className="card">
      <h2 id="campaign-links">{t.linksOf}</h2>
      {found && (
        <TagChoice
          campaign={found}
          range={range}
          tags={tags}
          onTags={(next) => setShown({ page: 1, tags: next })}
        />
      )}
      {campaign === '' && <p>{t.untagged}</p>}
      {campaign !== '' && !data && !error && <LoadingPage />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p>{isWhole ? t.noLinks : t.noSuchLinks}</p>}
      {data && data.total > 0 && <LinkTable links={data.urls} />}
      {data && data.pages > 1 && (
        <div className="pages">
          <Button isDisabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t.previous}
          </Button>
          <span role="status">{t.page(format.number(page), format.number(data.pages))}</span>
          <Button isDisabled={page >= data.pages} onClick={() => setPage(page + 1)}>
            {t.next}
          </Button>
        </div>
      )}
    </div>
  );
}
