// Who changed what, the newest first.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../api/client';
import type { components } from '../api/schema';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { ErrorState, LoadingPage } from '../ui/states';
import { useWorkspace } from '../workspace/workspace-gate';
import { Section } from './section';
import { settingsTexts } from './settings-texts';

const PAGE_SIZE = 50;

type Event = components['schemas']['AuditEvent'];

const valueOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** `title: “old” → “new”` */
function changesOf({ changes }: Event): string {
  return Object.entries(changes)
    .map(([field, { old, new: now }]) => {
      const parts = [old, now].filter((value) => value !== undefined).map(valueOf);
      return `${field}: ${parts.join(' → ')}`;
    })
    .join('; ');
}

export function AuditSection() {
  const t = useTexts(settingsTexts);
  const format = useFormat();
  const { id: workspace, role } = useWorkspace();
  const isAdmin = role === 'owner' || role === 'admin';
  const [page, setPage] = useState(1);
  const log = useQuery({
    queryKey: ['audit', workspace, page],
    enabled: isAdmin,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      take(
        api.GET('/workspaces/{workspace}/audit', {
          params: { path: { workspace }, query: { page, limit: PAGE_SIZE } },
          signal,
        }),
      ),
  });
  if (!isAdmin) return <p className="notice">{t.auditForAdmins}</p>;
  if (!log.data) {
    if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
    return <LoadingPage />;
  }
  const { events, total } = log.data;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const whoOf = ({ actor }: Event) =>
    actor.email ?? (actor.kind === 'token' ? t.aToken : actor.kind === 'operator' ? t.operator : t.system);
  return (
    <Section title={t.audit} hint={t.auditHint}>
      <div className="table-scroll" role="region" aria-label={t.events} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t.when}</th>
              <th scope="col">{t.who}</th>
              <th scope="col">{t.what}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event, index) => (
              <tr key={`${event.at} ${index}`}>
                <td>{format.moment(event.at)}</td>
                <td>{whoOf(event)}</td>
                <td>
                  <code>{event.action}</code> {event.subject.name}
                  <p className="hint">{changesOf(event)}</p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="form-actions">
        <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
          {t.newer}
        </Button>
        <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
          {t.older}
        </Button>
        <span className="hint" role="status">
          {t.pageOf(format.number(page), format.number(pages))}
        </span>
      </div>
    </Section>
  );
}
