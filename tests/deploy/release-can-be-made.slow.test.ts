// `npm run release` as a dry run: what it would change, the bill of materials, and what it refuses.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readText, ROOT } from './deploy-files';

type Component = { name: string; version: string; purl: string; licenses?: unknown[] };
type Bill = { bomFormat: string; metadata: { component: { version: string } }; components: Component[] };
type Manifest = { version: string; dependencies?: Record<string, string> };

const RELEASE = path.join(ROOT, 'deploy', 'release', 'release.mjs');
const manifestOf = (folder: string) => JSON.parse(readText(path.join(folder, 'package.json'))) as Manifest;
const dryRun = (version: string) =>
  spawnSync(process.execPath, [RELEASE, version, '--dry-run'], { cwd: ROOT, encoding: 'utf8' });

it('says what a release changes, changes nothing, and lists what the services run with', () => {
  const files = [
    'services/api/package.json',
    'deploy/Dockerfile',
    'deploy/helm/kurz/Chart.yaml',
    'docker-compose.yml',
    'CHANGELOG.md',
  ];
  const before = files.map(readText);
  const { status, stdout, stderr } = dryRun('999.0.0');
  expect(status).toBe(0);
  expect(files.map(readText)).toEqual(before);
  for (const file of files) expect(stderr).toContain(`would change ${file}\n`);
  const bill = JSON.parse(stdout) as Bill;
  expect([bill.bomFormat, bill.metadata.component.version]).toEqual(['CycloneDX', '999.0.0']);
  const names = bill.components.map(({ name }) => name);
  for (const service of ['admin', 'api', 'ingester', 'redirector']) {
    const { dependencies = {} } = manifestOf(path.join('services', service));
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  }
  expect(names).not.toContain('jest');
  for (const component of bill.components) {
    expect(component.licenses).toHaveLength(1);
    expect(component.purl).toContain(`@${component.version}`);
  }
});

it('names the image in Compose as the release names what it builds', () => {
  expect(readText('docker-compose.yml')).toContain(
    `image: \${KURZ_IMAGE:-kurz:${manifestOf('.').version}}\n`,
  );
});

it.each(['', '1.2', 'v999.0.0', '0.0.1', manifestOf('.').version])('refuses the version "%s"', (version) => {
  const { status, stderr } = dryRun(version);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^release: /);
});
