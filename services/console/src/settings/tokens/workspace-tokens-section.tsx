import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { ErrorState, LoadingPage } from '../../ui/states';
import { useWorkspace } from '../../workspace/workspace-gate';
import { Section } from '../section';
import { NewTokenForm, type TokenBasics } from './new-token-form';
import { type Scope, ScopeChoice } from './scope-choice';
import { TokenRow } from './token-row';
import { tokenTexts } from './token-texts';

/** Tokens that belong to the workspace and outlive its members. */
export function WorkspaceTokensSection() {
  const t = useTexts(tokenTexts);
  const { id: workspace, role } = useWorkspace();
  const isAdmin = role === 'owner' || role === 'admin';
  const queries = useQueryClient();
  const [scopes, setScopes] = useState<Scope[]>(['links:read', 'links:write', 'stats:read']);
  const params = { path: { workspace } };
  const tokens = useQuery({
    queryKey: ['workspace-tokens', workspace],
    enabled: isAdmin,
    queryFn: async ({ signal }) =>
      (await take(api.GET('/workspaces/{workspace}/tokens', { params, signal }))).tokens,
  });
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['workspace-tokens', workspace] });
  const create = useMutation({
    mutationFn: (basics: TokenBasics) =>
      take(api.POST('/workspaces/{workspace}/tokens', { params, body: { ...basics, scopes } })),
    onSuccess,
  });
  const revoke = useMutation({
    mutationFn: (token: string) =>
      take(api.DELETE('/workspaces/{workspace}/tokens/{token}', { params: { path: { workspace, token } } })),
    onSuccess,
  });
  if (!isAdmin) return <p className="notice">{t.adminsOnly}</p>;
  if (!tokens.data) {
    if (tokens.error) return <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />;
    return <LoadingPage />;
  }
  return (
    <>
      <Section title={t.newWorkspaceToken} hint={t.workspaceTokenHint}>
        <NewTokenForm
          secret={create.data?.secret}
          error={create.error}
          isBusy={create.isPending}
          onCreate={(basics) => create.mutate(basics)}
        >
          <ScopeChoice legend={t.rights} chosen={scopes} onChoose={setScopes} />
        </NewTokenForm>
      </Section>
      <Section title={t.workspaceTokens}>
        {tokens.data.length === 0 && <p className="hint">{t.none}</p>}
        <ul className="rows">
          {tokens.data.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              error={revoke.error}
              isBusy={revoke.isPending}
              onRevoke={() => revoke.mutate(token.id)}
            >
              {token.scopes.map((scope) => t[scope]).join(', ')}
            </TokenRow>
          ))}
        </ul>
      </Section>
    </>
  );
}
