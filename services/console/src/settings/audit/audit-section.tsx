// The audit log, newest first; all of it, or one kind of change.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client';
import { scopeValues } from '../../api/enums';
import type { components } from '../../api/schema';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { ErrorState, LoadingPage } from '../../ui/states';
import { useWorkspace } from '../../workspace/workspace-gate';
import { Section } from '../section';
import { settingsTexts } from '../settings-texts';
import { PEER_NAMES } from '../imports/peers';
import { tokenTexts } from '../tokens/token-texts';
import { actionTexts, auditTexts } from './audit-texts';
import { changesText, ownOf } from './changes-text';
import { fieldTexts } from './field-texts';

const PAGE_SIZE = 50;
const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;

type Event = components['schemas']['AuditEvent'];
/** The changes of a link's password. */
const PASSWORD_CHANGES = ['set', 'changed', 'removed'] as const;

type Action = components['schemas']['AuditAction'];

const isAction = (text: string): text is Action => text in actionTexts.en;

/** Actions that only the installation's log has, and no workspace's. */
const isElsewhere = (action: Action) =>
  /^(user|pepper|destination|visits)\./.test(action) || action === 'workspace.deleted';

function EventRow({ event }: { event: Event }) {
  const t = useTexts(auditTexts);
  const actions = useTexts(actionTexts);
  const format = useFormat();
  const { actor, action, subject } = event;
  const who =
    actor.email ?? { token: t.aToken, operator: t.operator, system: t.system, user: t.gone }[actor.kind];
  const [fields, scopes, roles] = [useTexts(fieldTexts), useTexts(tokenTexts), useTexts(settingsTexts)];
  const values = Object.fromEntries([
    ...scopeValues.map((scope) => [scope, scopes[scope]] as const),
    ...ROLES.map((role) => [role, roles[role]] as const),
    ...PASSWORD_CHANGES.map((change) => [change, t[change]] as const),
    ...Object.entries(PEER_NAMES),
    ['csv', t.csvFile] as const,
  ]);
  const changes = changesText(event.changes, { ...t, fields, values, moment: format.moment });
  // an import is named by its source service, a member by their current e-mail address
  const name =
    subject.kind === 'import'
      ? ownOf(values, subject.name ?? '')
      : (subject.name ?? subject.email ?? (subject.kind === 'member' ? t.gone : null));
  return (
    <li className="row">
      <div className="row-main">
        <p>
          <strong>{isAction(action) ? actions[action] : action}</strong> {name}
        </p>
        {changes !== '' && <p className="hint">{changes}</p>}
      </div>
      <p className="hint">{t.by(who, format.moment(event.at))}</p>
    </li>
  );
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useTexts(auditTexts);
  const format = useFormat();
  return (
    <div className="form-actions">
      <Button isDisabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t.newer}
      </Button>
      <Button isDisabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t.older}
      </Button>
      <span className="hint" role="status">
        {t.pageOf(format.number(page), format.number(pages))}
      </span>
    </div>
  );
}

function AuditLog() {
  const t = useTexts(auditTexts);
  const actions = useTexts(actionTexts);
  const { id: workspace } = useWorkspace();
  const [page, setPage] = useState(1);
  const [action, setAction] = useState<Action | ''>('');
  const log = useQuery({
    queryKey: ['audit', workspace, action, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/workspaces/{workspace}/audit', {
          params: {
            path: { workspace },
            query: { page, limit: PAGE_SIZE, ...(action !== '' && { action }) },
          },
          signal,
        }),
      ),
  });
  if (!log.data) {
    if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
    return <LoadingPage />;
  }
  const { events, total } = log.data;
  const kinds = Object.entries(actions)
    .map(([value, name]) => ({ value, name }))
    .filter((kind): kind is { value: Action; name: string } => isAction(kind.value))
    .filter(({ value }) => !isElsewhere(value));
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <Section title={t.title} hint={t.hint}>
      <Select
        label={t.action}
        value={action}
        options={[{ value: '', name: t.everything }, ...kinds]}
        onValue={(chosen) => {
          setAction(chosen);
          setPage(1);
        }}
      />
      {total === 0 && <p role="status">{t.none}</p>}
      <ul className="rows" aria-label={t.title}>
        {events.map((event, index) => (
          <EventRow key={`${event.at} ${index}`} event={event} />
        ))}
      </ul>
      {pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
    </Section>
  );
}

export function AuditSection() {
  const t = useTexts(auditTexts);
  const { role } = useWorkspace();
  return role === 'owner' || role === 'admin' ? <AuditLog /> : <p className="notice">{t.forAdmins}</p>;
}
