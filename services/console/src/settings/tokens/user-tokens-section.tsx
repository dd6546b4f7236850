import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { useWorkspaces } from '../../session/session';
import { ErrorState, LoadingPage } from '../../ui/states';
import { Section } from '../section';
import { NewTokenForm, type TokenBasics } from './new-token-form';
import { type Scope, ScopeChoice } from './scope-choice';
import { TokenRow } from './token-row';
import { tokenTexts } from './token-texts';

/** Tokens of the person, with rights in each workspace that they choose. */
export function UserTokensSection() {
  const t = useTexts(tokenTexts);
  const queries = useQueryClient();
  const { data: workspaces = [] } = useWorkspaces();
  const [grants, setGrants] = useState<Record<string, Scope[]>>({});
  const tokens = useQuery({
    queryKey: ['user-tokens'],
    queryFn: async ({ signal }) => (await take(api.GET('/tokens', { signal }))).tokens,
  });
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['user-tokens'] });
  const create = useMutation({
    mutationFn: (basics: TokenBasics) => {
      const given = workspaces.filter(({ id }) => (grants[id] ?? []).length > 0);
      const personal = given.find(({ isPersonal }) => isPersonal);
      const others = given.filter(({ isPersonal }) => !isPersonal);
      return take(
        api.POST('/tokens', {
          body: {
            ...basics,
            personalScopes: personal ? (grants[personal.id] ?? []) : [],
            grants: others.map(({ id }) => ({ workspaceId: id, scopes: grants[id] ?? [] })),
          },
        }),
      );
    },
    onSuccess,
  });
  const revoke = useMutation({
    mutationFn: (token: string) => take(api.DELETE('/tokens/{token}', { params: { path: { token } } })),
    onSuccess,
  });
  if (!tokens.data) {
    if (tokens.error) return <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />;
    return <LoadingPage />;
  }
  return (
    <>
      <Section title={t.newUserToken} hint={t.userTokenHint}>
        <NewTokenForm
          secret={create.data?.secret}
          error={create.error}
          isBusy={create.isPending}
          onCreate={(basics) => create.mutate(basics)}
        >
          {workspaces.map(({ id, name, isPersonal }) => (
            <ScopeChoice
              key={id}
              legend={isPersonal ? t.rightsInPersonal : t.rightsIn(name)}
              chosen={grants[id] ?? []}
              onChoose={(scopes) => setGrants({ ...grants, [id]: scopes })}
            />
          ))}
        </NewTokenForm>
      </Section>
      <Section title={t.userTokens}>
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
              {token.grants
                .map(
                  ({ workspaceName, scopes, isActive }) =>
                    `${workspaceName}: ${scopes.map((scope) => t[scope]).join(', ')}${isActive ? '' : ` (${t.resting})`}`,
                )
                .join(' · ')}
            </TokenRow>
          ))}
        </ul>
      </Section>
    </>
  );
}
