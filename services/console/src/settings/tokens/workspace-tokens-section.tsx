import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { useWorkspace } from '../../workspace/workspace-gate';
import { type Scope, ScopeChoice } from './scope-choice';
import { TokenSections } from './token-sections';
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
      (await unwrap(api.GET('/workspaces/{workspace}/tokens', { params, signal }))).tokens,
  });
  if (!isAdmin) return <p className="notice">{t.adminsOnly}</p>;
  return (
    <TokenSections
      newTitle={t.newWorkspaceToken}
      newHint={t.workspaceTokenHint}
      title={t.workspaceTokens}
      tokens={tokens}
      onCreate={(basics) =>
        unwrap(api.POST('/workspaces/{workspace}/tokens', { params, body: { ...basics, scopes } }))
      }
      onRevoke={(token) =>
        unwrap(
          api.DELETE('/workspaces/{workspace}/tokens/{token}', { params: { path: { workspace, token } } }),
        )
      }
      onChanged={() => queries.invalidateQueries({ queryKey: ['workspace-tokens', workspace] })}
      rightsOf={(token) => token.scopes.map((scope) => t[scope]).join(', ')}
    >
      <ScopeChoice legend={t.rights} chosen={scopes} onChoose={setScopes} />
    </TokenSections>
  );
}
