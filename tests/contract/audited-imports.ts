// The endpoints of imports, with the events that they write. What a job changes later has events of its own.

import type { AuditedEndpoint } from './audited-endpoint';
import { makeImporter } from './import-job';
import type { WritingWorld } from './writing-world';

const IMPORTS = '/x/workspaces/:workspace/imports';

export function auditedImports({ opened, newName }: WritingWorld): Record<string, AuditedEndpoint> {
  const importer = () => makeImporter(opened().owner, opened().workspaceId);
  const checked = () => importer().check(`slug,url\n${newName()},https://a.example/\n`);
  /** Waits for the end of the job before another case begins. */
  const step = async (path: string) => {
    const { status } = await importer().call('POST', path);
    if (status !== 202) return status;
    await importer().settled();
    return 200;
  };
  return {
    [`POST ${IMPORTS}/readings`]: { nothing: 'changes no link yet' },
    [`POST ${IMPORTS}/jobs`]: { nothing: 'changes no link yet' },
    [`PUT ${IMPORTS}/jobs/:job/parts/:part`]: { nothing: 'changes no link yet' },
    [`POST ${IMPORTS}/jobs/:job/check`]: { nothing: 'only reads' },
    [`DELETE ${IMPORTS}/jobs/:job`]: {
      nothing: 'removes the file alone; the pages of links before are written',
    },
    [`POST ${IMPORTS}/jobs/:job/start`]: {
      action: 'import.begun',
      call: async (begin) => {
        const { id } = await checked();
        await begin();
        return step(`/jobs/${id}/start`);
      },
    },
    [`POST ${IMPORTS}/:import/undo`]: {
      action: 'import.undo_begun',
      call: async (begin) => {
        const { importId } = await importer().start((await checked()).id);
        await begin();
        return step(`/${importId}/undo`);
      },
    },
  };
}
