// A row for a domain of the workspace: its ownership verification, its states and its actions.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../api/client';
import type { components } from '../api/schema';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { useWorkspace } from '../workspace/workspace-gate';
import { DnsRecord } from './dns-record';
import { SetUpCheck } from './set-up-check';
import { settingsTexts } from './settings-texts';

type Zone = components['schemas']['ConsoleOwnZone'];

const TONES = { pending: 'warning', verified: 'good', provisioned: 'good', failed: 'danger' } as const;

function useZoneMutations(zone: Zone) {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const params = { path: { workspace, zone: zone.id } };
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['zones', workspace] });
  const check = useMutation({
    mutationFn: () => unwrap(api.GET('/workspaces/{workspace}/zones/{zone}/check', { params })),
    onSuccess,
  });
  // the check is outdated after a change of the domain
  const onChanged = () => {
    check.reset();
    return onSuccess();
  };
  const edit = useMutation({
    mutationFn: (body: components['schemas']['ZoneEdit']) =>
      unwrap(api.PATCH('/workspaces/{workspace}/zones/{zone}', { params, body })),
    onSuccess: onChanged,
  });
  const verify = useMutation({
    mutationFn: () => unwrap(api.POST('/workspaces/{workspace}/zones/{zone}/verify', { params })),
    onSuccess: onChanged,
  });
  const setDefault = useMutation({
    mutationFn: (isDefault: boolean) =>
      unwrap<unknown>(
        isDefault
          ? api.PUT('/workspaces/{workspace}/zones/{zone}/default', { params })
          : api.DELETE('/workspaces/{workspace}/zones/{zone}/default', { params }),
      ),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE('/workspaces/{workspace}/zones/{zone}', { params })),
    onSuccess,
  });
  const all = [edit, verify, setDefault, remove, check];
  const last = all.reduce((one, other) => (other.submittedAt > one.submittedAt ? other : one));
  /** The error of the last action only, so that no older error is shown beside it. */
  const { error } = last;
  return { edit, verify, setDefault, remove, check, error };
}

function OwnershipVerification({ zone, found }: { zone: Zone; found: readonly string[] | undefined }) {
  const t = useTexts(settingsTexts);
  return (
    <>
      <p className="hint">{t.verificationHint}</p>
      <DnsRecord record={zone.verification} />
      {found && (
        <p className="notice notice-warning" role="status">
          {found.length === 0 ? t.recordMissing : t.recordOther(found.join(', '))}
        </p>
      )}
    </>
  );
}

function RootRedirect({ zone, edit }: { zone: Zone; edit: ReturnType<typeof useZoneMutations>['edit'] }) {
  const t = useTexts(settingsTexts);
  const [root, setRoot] = useState(zone.rootRedirectURL);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.mutate({ rootRedirectURL: root });
  };
  return (
    <form className="form-row" onSubmit={submit}>
      <Field
        label={t.rootRedirect}
        type="url"
        value={root}
        onValue={setRoot}
        error={fieldErrorOf(edit.error, 'rootRedirectURL')}
      />
      <Button type="submit" isBusy={edit.isPending}>
        {t.save}
      </Button>
    </form>
  );
}

export function DomainRow({ zone, isEditable }: { zone: Zone; isEditable: boolean }) {
  const t = useTexts(settingsTexts);
  const { edit, verify, setDefault, remove, check, error } = useZoneMutations(zone);
  const [isRemoving, setRemoving] = useState(false);
  const isVerified = zone.ownershipState === 'verified';
  return (
    <li className="row">
      <div className="row-main form">
        <p>
          <strong>{zone.domain}</strong>{' '}
          <span className={`badge badge-${TONES[zone.ownershipState]}`}>
            {t[`ownership_${zone.ownershipState}`]}
          </span>{' '}
          <span className={`badge badge-${TONES[zone.tlsState]}`}>{t[`tls_${zone.tlsState}`]}</span>{' '}
          {zone.isDefault && <span className="badge badge-good">{t.default}</span>}{' '}
          {!zone.isEnabled && <span className="badge badge-warning">{t.switchedOff}</span>}{' '}
          {zone.problems.length > 0 && <span className="badge badge-warning">{t.needsAttention}</span>}
        </p>
        {isEditable && !isVerified && <OwnershipVerification zone={zone} found={verify.data?.found} />}
        {isEditable && isVerified && <RootRedirect zone={zone} edit={edit} />}
        <FormError error={error} shown={['rootRedirectURL']} />
        {check.data && <SetUpCheck check={check.data.check} />}
        <div className="form-actions">
          {isEditable && !isVerified && (
            <Button kind="primary" isBusy={verify.isPending} onClick={() => verify.mutate()}>
              {t.verify}
            </Button>
          )}
          <Button isBusy={check.isPending} onClick={() => check.mutate()}>
            {t.checkSetUp}
          </Button>
          {isEditable && (
            <>
              {isVerified && (
                <Button isBusy={setDefault.isPending} onClick={() => setDefault.mutate(!zone.isDefault)}>
                  {zone.isDefault ? t.noDefault : t.makeDefault}
                </Button>
              )}
              <Button isBusy={edit.isPending} onClick={() => edit.mutate({ isEnabled: !zone.isEnabled })}>
                {zone.isEnabled ? t.switchOff : t.switchOn}
              </Button>
              <Button kind="quiet" onClick={() => setRemoving(true)}>
                {t.remove}
              </Button>
            </>
          )}
        </div>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={t.removeNamed(zone.domain)}
          confirm={t.remove}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        >
          <p>{t.removeDomainHint}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
