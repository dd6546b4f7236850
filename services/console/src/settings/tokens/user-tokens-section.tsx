import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { useWorkspaces } from '../../session/session';
import type { TokenBasics } from './new-token-form';
import { type Scope, ScopeChoice } from './scope-choice';
import { TokenSections } from './token-sections';
import { tokenTexts } from './token-texts';

/** Tokens of the person, with rights in each workspace that they choose. */
export function UserTokensSection() {
  const t = useTexts(tokenTexts);
  const queries = useQueryClient();
  const { data: workspaces = [] } = useWorkspaces();
  const [grants, setGrants] = useState<Record<string, Scope[]>>({});
  const tokens = useQuery({
    queryKey: ['user-tokens'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/tokens', { signal }))).tokens,
  });
  const create = (basics: TokenBasics) => {
    const given = workspaces.filter(({ id }) => (grants[id] ?? []).length > 0);
    const personal = given.find(({ isPersonal }) => isPersonal);
    const others = given.filter(({ isPersonal }) => !isPersonal);
    const body = {
      ...basics,
      personalScopes: personal ? (grants[personal.id] ?? []) : [],
      grants: others.map(({ id }) => ({ workspaceId: id, scopes: grants[id] ?? [] })),
    };
    return unwrap(api.POST('/tokens', { body }));
  };
  return (
    <TokenSections
      newTitle={t.newUserToken}
      newHint={t.userTokenHint}
      title={t.userTokens}
      tokens={tokens}
      onCreate={create}
      onRevoke={(token) => unwrap(api.DELETE('/tokens/{token}', { params: { path: { token } } }))}
      onChanged={() => queries.invalidateQueries({ queryKey: ['user-tokens'] })}
      rightsOf={({ grants: given }) =>
        given
          .map(
            ({ workspaceName, scopes, isActive }) =>
              `${workspaceName}: ${scopes.map((scope) => t[scope]).join(', ')}${isActive ? '' : ` (${t.resting})`}`,
          )
          .join(' · ')
      }
    >
      {workspaces.map(({ id, name, isPersonal }) => (
        <ScopeChoice
          key={id}
          legend={isPersonal ? t.rightsInPersonal : t.rightsIn(name)}
          chosen={grants[id] ?? []}
          onChoose={(scopes) => setGrants({ ...grants, [id]: scopes })}
        />
      ))}
    </TokenSections>
  );
}
