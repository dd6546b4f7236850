// The workspace's own domains, which can be added, verified by TXT record and switched on and off; the shared domains.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { ErrorState, LoadingPage } from '../ui/states';
import { useWorkspace } from '../workspace/workspace-gate';
import { DomainRow } from './domain-row';
import { Section } from './section';
import { settingsTexts } from './settings-texts';

function AddDomain() {
  const t = useTexts(settingsTexts);
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const [domain, setDomain] = useState('');
  const add = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/workspaces/{workspace}/zones', { params: { path: { workspace } }, body: { domain } }),
      ),
    onSuccess: async () => {
      setDomain('');
      await queries.invalidateQueries({ queryKey: ['zones', workspace] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="form-row">
        <Field
          label={t.domain}
          required
          placeholder="go.example.com"
          value={domain}
          onValue={setDomain}
          error={fieldErrorOf(add.error, 'domain')}
        />
        <Button type="submit" kind="primary" isBusy={add.isPending}>
          {t.addDomain}
        </Button>
      </div>
      <FormError error={add.error} shown={['domain']} />
    </form>
  );
}

export function DomainsSection() {
  const t = useTexts(settingsTexts);
  const { id: workspace, role } = useWorkspace();
  const zones = useQuery({
    queryKey: ['zones', workspace],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/workspaces/{workspace}/zones', { params: { path: { workspace } }, signal })),
  });
  const isAdmin = role === 'owner' || role === 'admin';
  if (!zones.data) {
    if (zones.error) return <ErrorState error={zones.error} onRetry={() => void zones.refetch()} />;
    return <LoadingPage />;
  }
  return (
    <>
      <Section title={t.ownDomains} hint={t.ownDomainsHint}>
        {isAdmin && <AddDomain />}
        <ul className="rows">
          {zones.data.user.map((zone) => (
            <DomainRow key={zone.id} zone={zone} isEditable={isAdmin} />
          ))}
        </ul>
      </Section>
      <Section title={t.sharedDomains} hint={t.sharedDomainsHint}>
        <ul className="rows">
          {zones.data.global.map((zone) => (
            <li key={zone.id} className="row">
              <p className="row-main">{zone.domain}</p>
              {zone.isDefault && <span className="badge badge-good">{t.default}</span>}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
