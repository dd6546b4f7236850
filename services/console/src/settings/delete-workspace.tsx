import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { useWorkspace } from '../workspace/workspace-gate';
import { DeleteSection } from './delete-section';
import { settingsTexts } from './settings-texts';

export function DeleteWorkspace() {
  const t = useTexts(settingsTexts);
  const { id: workspace, name } = useWorkspace();
  return (
    <DeleteSection
      title={t.deleteWorkspace}
      hint={t.deleteWorkspaceHint}
      question={t.deleteNamed(name)}
      onDelete={(body) =>
        unwrap(api.DELETE('/workspaces/{workspace}', { params: { path: { workspace } }, body }))
      }
      leadsTo="/app/"
    />
  );
}
