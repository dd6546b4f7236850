// The page of the workspace's links: search as you type, create, change and delete.

import { Suspense, useDeferredValue, useState } from 'react';
import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { addressOf, shortNameOf } from '../link/link-address';
import { useLinkSearch } from '../link/use-link-search';
import { Button } from '../ui/button';
import { DownloadLink } from '../ui/download-link';
import { useErrorText } from '../ui/error-text';
import { Icon } from '../ui/icon';
import { lazyPart } from '../ui/lazy-part';
import { EmptyState, ErrorState, LoadingPage } from '../ui/states';
import { toast } from '../ui/toast';
import { useWorkspace } from '../workspace/workspace-gate';
import { BulkBar } from './bulk-bar';
import { type Change, useChangeLink } from './change-links';
import { DeleteDialog } from './delete-dialog';
import { useDailyHumans, useIsEmpty, useLinkList } from './links-query';
import { LinksTable } from './links-table';
import { linksTexts } from './links-texts';
import { csvAddressOf, isFiltered, type ListQuery, type ListSort, PAGE_SIZE } from './list-address';
import { LabelFilters } from './label-filters';
import { ListTools } from './list-tools';
import { Pager } from './pager';
import { useLastPage, useListAddress } from './use-list-address';
import './links.css';

const NewLinkDialog = lazyPart(() => import('../link-form/new-link-dialog'));
const BatchDialog = lazyPart(() => import('./batch-dialog'));
const CreatedDialog = lazyPart(() => import('./created-dialog'));
const FirstLink = lazyPart(() => import('./first-link'));
const EditLinkDialog = lazyPart(() => import('../link-form/edit-link-dialog'));

const SAID = {
  pause: 'pausedNow',
  resume: 'resumedNow',
  archive: 'archivedNow',
  unarchive: 'unarchivedNow',
  delete: 'deletedNow',
} as const;

type NoLinksProps = {
  isSearch: boolean;
  isEditable: boolean;
  onShowAll: () => void;
  onCreated: (link: Link) => void;
};

function NoLinks({ isSearch, isEditable, onShowAll, onCreated }: NoLinksProps) {
  const t = useTexts(linksTexts);
  if (isSearch)
    return (
      <EmptyState title={t.nothingFound} action={<Button onClick={onShowAll}>{t.clearSearch}</Button>}>
        <p>{t.nothingFoundHint}</p>
      </EmptyState>
    );
  if (isEditable)
    return (
      <Suspense fallback={<LoadingPage />}>
        <FirstLink onCreated={onCreated} />
      </Suspense>
    );
  return (
    <EmptyState title={t.viewerEmpty}>
      <p>{t.viewerEmptyHint}</p>
    </EmptyState>
  );
}

function CsvLink({ query }: { query: ListQuery }) {
  const t = useTexts(linksTexts);
  const { id } = useWorkspace();
  const searched = useLinkSearch(query.search);
  return (
    <DownloadLink className="button" href={csvAddressOf(id, query, searched)} aria-label={t.exportCsv}>
      <Icon name="download" />
      {t.csv}
    </DownloadLink>
  );
}

/** Changes one link and shows the outcome as a toast. */
function useChangeOne() {
  const t = useTexts(linksTexts);
  const textOf = useErrorText();
  const change = useChangeLink();
  return (link: Link, to: Change) =>
    change.mutate(
      { link, change: to },
      {
        onSuccess: () => toast(t[SAID[to]](shortNameOf(addressOf(link)))),
        onError: (refusal) => toast(textOf(refusal)),
      },
    );
}

/** The list that the address asks for, and the actions of its rows. */
type ListProps = {
  list: ReturnType<typeof useListAddress>;
  isEditable: boolean;
  onCreated: (link: Link) => void;
};

function LinkList({ list, isEditable, onCreated }: ListProps) {
  const t = useTexts(linksTexts);
  const textOf = useErrorText();
  const { data: newest, error, refetch, isPlaceholderData } = useLinkList(list.query);
  // deferred, so that many rows render in small steps and typing stays responsive
  const data = useDeferredValue(newest);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Link>();
  const [deleting, setDeleting] = useState<Link>();
  const changeOne = useChangeOne();
  const links = data?.urls ?? [];
  const curves = useDailyHumans(links);
  const isEmpty = useIsEmpty(list.query, isPlaceholderData ? undefined : data?.total);
  const isBeyond = useLastPage(list, isPlaceholderData ? undefined : newest?.total);
  const show = (next: Partial<ListQuery> & { page: number }, go = list.show) => {
    setSelected(new Set());
    go(next);
  };
  const sort = (next: ListSort) => show({ sort: next, page: 1 });
  return (
    <>
      {!isEmpty && (
        <ListTools
          words={list.words}
          onWords={list.setWords}
          sort={list.query.sort}
          onSort={sort}
          total={data?.total}
          action={(!data || links.length > 0) && <CsvLink query={list.query} />}
        >
          <LabelFilters query={list.query} onQuery={(next) => show({ ...next, page: 1 })} />
        </ListTools>
      )}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!isPlaceholderData && links.length === 0 && isEmpty === undefined && !error && <LoadingPage />}
      {data && error && (
        <p className="notice notice-warning" role="alert">
          {textOf(error)}
        </p>
      )}
      {data && links.length === 0 && isEmpty !== undefined && !isBeyond && (
        <NoLinks
          isSearch={isFiltered(list.query)}
          onShowAll={() => {
            list.setWords('');
            show({ search: '', tag: '', archived: 'false', page: 1 });
          }}
          {...{ isEditable, onCreated }}
        />
      )}
      {links.length > 0 && (
        <div className="links-card">
          <LinksTable
            {...{ links, isEditable, selected }}
            curves={curves.data ?? (curves.error ? 'unknown' : 'awaited')}
            sort={list.query.sort}
            onSort={sort}
            onSelected={setSelected}
            onEdit={setEditing}
            onChange={changeOne}
            onDelete={setDeleting}
          />
          {!curves.data && curves.error && <p className="hint curves-away">{t.noCurves}</p>}
        </div>
      )}
      <BulkBar links={links.filter(({ id }) => selected.has(id))} onClear={() => setSelected(new Set())} />
      {data && (
        <Pager
          page={list.query.page}
          pages={Math.ceil(data.total / PAGE_SIZE)}
          onPage={(page) => show({ page }, list.turnTo)}
        />
      )}
      <Suspense fallback={null}>
        {editing && <EditLinkDialog address={addressOf(editing)} onClose={() => setEditing(undefined)} />}
      </Suspense>
      {deleting && <DeleteDialog link={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

export default function LinksPage() {
  const t = useTexts(linksTexts);
  const { role } = useWorkspace();
  const list = useListAddress();
  const isEditable = role !== 'viewer';
  const [created, setCreated] = useState<Link>();
  const [isPasting, setPasting] = useState(false);
  return (
    <>
      <title>{t.title}</title>
      <div className="page-head">
        <h1>{t.title}</h1>
        {isEditable && (
          <div className="links-head">
            <Button onClick={() => setPasting(true)}>
              <Icon name="list" />
              <span className="button-name">{t.several}</span>
            </Button>
            <Button kind="primary" onClick={list.openNew}>
              <Icon name="plus" />
              {t.newLink}
            </Button>
          </div>
        )}
      </div>
      <LinkList list={list} isEditable={isEditable} onCreated={setCreated} />
      <Suspense fallback={null}>
        {list.isNew && isEditable && (
          <NewLinkDialog
            onCreated={(link) => {
              list.closeNew();
              setCreated(link);
            }}
            onClose={list.closeNew}
          />
        )}
        {isPasting && <BatchDialog onClose={() => setPasting(false)} />}
        {created && (
          <CreatedDialog
            link={created}
            onAnother={() => {
              setCreated(undefined);
              list.openNew();
            }}
            onClose={() => setCreated(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
