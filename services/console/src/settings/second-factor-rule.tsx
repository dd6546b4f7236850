// Whether members of the workspace need a second factor; the owner decides.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { FormError } from '../ui/form-error';
import { useWorkspace } from '../workspace/workspace-gate';
import { Section } from './section';
import { secondFactorTexts } from './account/second-factor-texts';

export function SecondFactorRule() {
  const t = useTexts(secondFactorTexts);
  const { id, requiresSecondFactor } = useWorkspace();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (isRequired: boolean) =>
      unwrap(
        api.PUT('/workspaces/{workspace}/second-factor', {
          params: { path: { workspace: id } },
          body: { isRequired },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
  return (
    <Section title={t.title} hint={t.ruleHint}>
      <label className="check">
        <input
          type="checkbox"
          checked={requiresSecondFactor}
          onChange={({ target }) => change.mutate(target.checked)}
        />
        {t.rule}
      </label>
      <FormError error={change.error} />
    </Section>
  );
}
