// The workspace itself: name, plan with its meters, transfer and deletion.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../api/client';
import type { Usage } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { ErrorState, LoadingPage } from '../ui/states';
import { toast } from '../ui/toast';
import { useWorkspace } from '../workspace/workspace-gate';
import { DeleteWorkspace } from './delete-workspace';
import { SecondFactorRule } from './second-factor-rule';
import { Section } from './section';
import { settingsTexts } from './settings-texts';
import { TransferSection } from './transfer-section';

/** Whether a limit is the API's number for no limit. */
const hasNoLimit = (limit: number) => limit >= Number.MAX_SAFE_INTEGER;

function Meter({ name, used, limit, hint }: { name: string; used: number; limit: number; hint: string }) {
  const t = useTexts(settingsTexts);
  const format = useFormat();
  const isFree = hasNoLimit(limit);
  return (
    <div className="meter">
      <div className="meter-head">
        <span>{name}</span>
        <span>
          {format.number(used)} / {isFree ? t.unlimited : format.number(limit)}
        </span>
      </div>
      {!isFree && <progress aria-label={name} value={Math.min(used, limit)} max={Math.max(limit, 1)} />}
      <p className="hint">{hint}</p>
    </div>
  );
}

function Meters({ usage }: { usage: Usage }) {
  const t = useTexts(settingsTexts);
  const format = useFormat();
  const dayOf = (timestamp: string) => format.day(timestamp.slice(0, 10));
  const { links, events, api: limits, analytics } = usage;
  return (
    <>
      <Meter
        name={t.newLinks}
        used={links.used}
        limit={links.limit}
        hint={t.beginsAnew(dayOf(links.periodEnd))}
      />
      {events ? (
        <Meter
          name={t.humanClicks}
          used={events.used}
          limit={events.limit}
          hint={events.locked ? t.overLimit : t.beginsAnew(dayOf(events.periodEnd))}
        />
      ) : (
        <p className="notice notice-warning">{t.clicksUnknown}</p>
      )}
      <p className="hint">
        {limits.requestsPerMinute === 0
          ? t.planHasNoApi
          : hasNoLimit(limits.requestsPerMinute)
            ? t.planAllowsAny(format.number(limits.batchMaxLinks))
            : t.planAllows(format.number(limits.requestsPerMinute), format.number(limits.batchMaxLinks))}{' '}
        {hasNoLimit(analytics.retentionDays)
          ? t.statsReachAll
          : t.statsReach(format.number(analytics.retentionDays))}
      </p>
    </>
  );
}

function NameForm() {
  const t = useTexts(settingsTexts);
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const [name, setName] = useState(workspace.name);
  const rename = useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH('/workspaces/{workspace}', {
          params: { path: { workspace: workspace.id } },
          body: { name },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workspaces'] });
      toast(t.saved);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label={t.name}
        required
        maxLength={100}
        value={name}
        onValue={setName}
        error={fieldErrorOf(rename.error, 'name')}
      />
      <FormError error={rename.error} shown={['name']} />
      <div className="form-actions">
        <Button type="submit" isBusy={rename.isPending}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}

export function WorkspaceSection() {
  const t = useTexts(settingsTexts);
  const workspace = useWorkspace();
  const path = { workspace: workspace.id };
  const usage = useQuery({
    queryKey: ['usage', workspace.id],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/workspaces/{workspace}/usage', { params: { path }, signal }))).usage,
  });
  const isOwner = workspace.role === 'owner';
  const isAdmin = isOwner || workspace.role === 'admin';
  return (
    <>
      <Section title={t.workspace}>{isAdmin ? <NameForm /> : <p>{workspace.name}</p>}</Section>
      <Section
        title={t.plan}
        hint={
          workspace.plan === 'unlimited'
            ? t.planUnlimited
            : t.planIs(workspace.plan, workspace.isYearly ? t.yearly : t.monthly)
        }
      >
        {usage.data ? (
          <Meters usage={usage.data} />
        ) : usage.error ? (
          <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />
        ) : (
          <LoadingPage />
        )}
      </Section>
      {isOwner && !workspace.isPersonal && <SecondFactorRule />}
      {isOwner && !workspace.isPersonal && <TransferSection />}
      {isOwner && !workspace.isPersonal && <DeleteWorkspace />}
    </>
  );
}
