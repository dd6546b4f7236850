// Imports of files for schemathesis: each in a workspace of its own, as a workspace has one at a time.

import { csvOf, makeImporter, newName } from './import-job';
import type { SignInFields, Supplies } from './fuzzed-supplies';
import type { WritingWorld } from './writing-world';

const IMPORTS = '/workspaces/{workspace}/imports';
const JOB = `${IMPORTS}/jobs/{job}`;

type Importer = ReturnType<typeof makeImporter>;

export function suppliesOfImports({ opened, newWorkspace }: WritingWorld, person: SignInFields): Supplies {
  const supply = (pathOf: (importer: Importer) => Promise<Record<string, string>>) => async () => {
    const workspace = await newWorkspace();
    const path = await pathOf(makeImporter(opened().owner, workspace));
    return { person, path: { workspace, ...path } };
  };
  const checked = async ({ check }: Importer) => (await check(csvOf(newName()))).id;
  return {
    [`PUT ${JOB}/parts/{part}`]: supply(async ({ call }) => {
      const file = { fileName: 'links.csv', bytes: 64 * 1024 ** 2 };
      return { job: (await call('POST', '/jobs', file)).body.job.id };
    }),
    [`POST ${IMPORTS}/readings`]: async () => {
      const body = { source: 'shlink', from: 'https://s.brand.example', token: 'token' };
      return { person, path: { workspace: await newWorkspace() }, body };
    },
    [`POST ${JOB}/check`]: supply(async ({ upload }) => ({ job: await upload(csvOf(newName())) })),
    [`POST ${JOB}/start`]: supply(async (importer) => ({ job: await checked(importer) })),
    [`GET ${JOB}/reports/{outcome}`]: supply(async (importer) => ({ job: await checked(importer) })),
    [`DELETE ${JOB}`]: supply(async ({ upload }) => ({ job: await upload(csvOf(newName())) })),
    [`POST ${IMPORTS}/{import}/undo`]: supply(async (importer) => {
      const { importId } = await importer.start(await checked(importer));
      return { import: importId ?? '' };
    }),
  };
}
