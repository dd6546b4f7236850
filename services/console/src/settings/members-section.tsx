// Members with their roles, and open invitations.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../api/client';
import { givenRoleValues } from '../api/enums';
import type { components } from '../api/schema';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { useMe } from '../session/session';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { CopyButton } from '../ui/copy-button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { Select } from '../ui/select';
import { ErrorState, LoadingPage } from '../ui/states';
import { useWorkspace } from '../workspace/workspace-gate';
import { Section } from './section';
import { settingsTexts } from './settings-texts';

type Member = components['schemas']['Member'];
type GivenRole = components['schemas']['GivenRole'];

function useRoleOptions() {
  const t = useTexts(settingsTexts);
  return givenRoleValues.map((value) => ({ value, name: t[value] }));
}

function MemberRow({ member, isEditable }: { member: Member; isEditable: boolean }) {
  const t = useTexts(settingsTexts);
  const format = useFormat();
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const { data: me } = useMe();
  const options = useRoleOptions();
  const [isLeaving, setLeaving] = useState(false);
  const params = { path: { workspace, user: member.userId } };
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['members', workspace] });
  const changeRole = useMutation({
    mutationFn: (role: GivenRole) =>
      unwrap(api.PATCH('/workspaces/{workspace}/members/{user}', { params, body: { role } })),
    // the app's actions depend on the person's own role
    onSuccess: async () => {
      await onSuccess();
      if (me?.id === member.userId) await queries.invalidateQueries({ queryKey: ['workspaces'] });
    },
  });
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE('/workspaces/{workspace}/members/{user}', { params })),
    onSuccess: () => (me?.id === member.userId ? window.location.assign('/app/') : onSuccess()),
  });
  const isOwner = member.role === 'owner';
  const isSelf = me?.id === member.userId;
  return (
    <li className="row">
      <div className="row-main">
        <p>{member.email}</p>
        <p className="hint">{t.since(format.moment(member.joinedAt))}</p>
        <FormError error={changeRole.error} />
      </div>
      <div className="row-actions">
        {isOwner || !isEditable ? (
          <span className="badge">{t[member.role]}</span>
        ) : (
          <Select
            label={t.roleOf(member.email)}
            isLabelHidden
            value={member.role === 'owner' ? 'admin' : member.role}
            options={options}
            onValue={(role) => changeRole.mutate(role)}
          />
        )}
        {!isOwner && (isEditable || isSelf) && (
          <Button kind="quiet" onClick={() => setLeaving(true)}>
            {isSelf ? t.leave : t.remove}
          </Button>
        )}
      </div>
      {isLeaving && (
        <ConfirmDialog
          title={isSelf ? t.leave : t.removeNamed(member.email)}
          confirm={isSelf ? t.leave : t.remove}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setLeaving(false)}
        >
          <p>{t.removeHint}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function Invite() {
  const t = useTexts(settingsTexts);
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const options = useRoleOptions();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('member');
  const invite = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/workspaces/{workspace}/invitations', {
          params: { path: { workspace } },
          body: { email, role },
        }),
      ),
    onSuccess: async () => {
      setEmail('');
      await queries.invalidateQueries({ queryKey: ['invitations', workspace] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  const path = invite.data?.path;
  return (
    <form className="form" onSubmit={submit}>
      <div className="form-row">
        <Field
          label={t.inviteEmail}
          type="email"
          required
          value={email}
          onValue={setEmail}
          error={fieldErrorOf(invite.error, 'email')}
        />
        <Select label={t.role} value={role} options={options} onValue={setRole} />
        <Button type="submit" kind="primary" isBusy={invite.isPending}>
          {t.invite}
        </Button>
      </div>
      <FormError error={invite.error} shown={['email']} />
      <div role="status">
        {invite.data && path === undefined && <p>{t.invited}</p>}
        {path !== undefined && (
          <>
            <p>{t.invitedByHand}</p>
            <p className="secret">
              <code>{window.location.origin + path}</code>
              <CopyButton text={window.location.origin + path} name={t.invitation} />
            </p>
          </>
        )}
      </div>
    </form>
  );
}

function Invitations() {
  const t = useTexts(settingsTexts);
  const format = useFormat();
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const invitations = useQuery({
    queryKey: ['invitations', workspace],
    queryFn: async ({ signal }) =>
      (
        await unwrap(
          api.GET('/workspaces/{workspace}/invitations', { params: { path: { workspace } }, signal }),
        )
      ).invitations,
  });
  const withdraw = useMutation({
    mutationFn: (invitation: string) =>
      unwrap(
        api.DELETE('/workspaces/{workspace}/invitations/{invitation}', {
          params: { path: { workspace, invitation } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invitations', workspace] }),
  });
  return (
    <Section title={t.invitations} hint={t.invitationsHint}>
      <Invite />
      <FormError error={withdraw.error ?? invitations.error} />
      <ul className="rows">
        {invitations.data?.map((invitation) => (
          <li key={invitation.id} className="row">
            <div className="row-main">
              <p>{invitation.email}</p>
              <p className="hint">{t.validUntil(format.moment(invitation.expiresAt))}</p>
            </div>
            <div className="row-actions">
              <span className="badge">{t[invitation.role]}</span>
              <Button kind="quiet" isBusy={withdraw.isPending} onClick={() => withdraw.mutate(invitation.id)}>
                {t.withdraw}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function MembersSection() {
  const t = useTexts(settingsTexts);
  const workspace = useWorkspace();
  const members = useQuery({
    queryKey: ['members', workspace.id],
    queryFn: async ({ signal }) =>
      (
        await unwrap(
          api.GET('/workspaces/{workspace}/members', {
            params: { path: { workspace: workspace.id } },
            signal,
          }),
        )
      ).members,
  });
  const isAdmin = workspace.role === 'owner' || workspace.role === 'admin';
  if (!members.data) {
    if (members.error) return <ErrorState error={members.error} onRetry={() => void members.refetch()} />;
    return <LoadingPage />;
  }
  return (
    <>
      <Section title={t.members}>
        <ul className="rows">
          {members.data.map((member) => (
            <MemberRow key={member.userId} member={member} isEditable={isAdmin} />
          ))}
        </ul>
      </Section>
      {isAdmin && !workspace.isPersonal && <Invitations />}
    </>
  );
}
