// The endpoints of imports, with the events that they write: what a job changes it writes with its end.

import type { AuditedEndpoint } from './audited-endpoint';
import { makeImporter } from './import-job';
import type { WritingWorld } from './writing-world';

const IMPORTS = '/x/workspaces/:workspace/imports';

export function auditedImports({ opened, newName }: WritingWorld): Record<string, AuditedEndpoint> {
  const importer = () => makeImporter(opened().owner, opened().workspaceId);
  const checked = () => importer().check(`slug,url\n${newName()},https://a.example/\n`);
  return {
    [`POST ${IMPORTS}/jobs`]: { nothing: 'changes no link yet' },
    [`PUT ${IMPORTS}/jobs/:job/parts/:part`]: { nothing: 'changes no link yet' },
    [`POST ${IMPORTS}/jobs/:job/check`]: { nothing: 'only reads' },
    [`DELETE ${IMPORTS}/jobs/:job`]: {
      nothing: 'removes the file alone; the pages of links before are written',
    },
    [`POST ${IMPORTS}/jobs/:job/start`]: {
      action: 'import.finished',
      call: async (begin) => {
        const { id } = await checked();
        await begin();
        return (await importer().start(id)).state === 'finished' ? 200 : 500;
      },
    },
    [`POST ${IMPORTS}/:import/undo`]: {
      action: 'import.undone',
      call: async (begin) => {
        const { importId } = await importer().start((await checked()).id);
        await begin();
        return (await importer().undo(importId ?? '')).state === 'undone' ? 200 : 500;
      },
    },
  };
}
