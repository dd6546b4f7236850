// The tools that operators use judge the files: the schemas of Compose and Kubernetes, hadolint for the Dockerfile.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readText, ROOT } from './deploy-files';
import { itWith, kustomizeBuild, pythonTools, ran } from './deploy-tools';
import { OVERLAYS, renderedText } from './rendered-overlay';

const { compose, manifests, dockerfile } = pythonTools();
const kustomize = kustomizeBuild();
// the oldest that has what the manifests use, and the newest that the tool knows
const VERSIONS = ['1.30', '1.37'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('docker-compose.yml', () => {
  const schema = ['--builtin-schema', 'vendor.compose-spec'];

  itWith(compose)('keeps to the specification of Compose', () => {
    const { ok, output } = ran(compose, ...schema, path.join(ROOT, 'docker-compose.yml'));
    expect({ ok, output }).toMatchObject({ ok: true });
  });

  itWith(compose)('would not pass with a key that Compose does not know', () => {
    const file = written(
      'compose.yml',
      readText('docker-compose.yml').replace('hostname: kafka', 'hostnam: kafka'),
    );
    expect(ran(compose, ...schema, file).ok).toBe(false);
  });
});

describe('the Dockerfile', () => {
  itWith(dockerfile)('has nothing that hadolint objects to', () => {
    expect(ran(dockerfile, path.join(ROOT, 'deploy', 'Dockerfile'))).toMatchObject({ ok: true, output: '' });
  });
});

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  const validated = (text: string, version: string) =>
    ran(manifests, '--strict', '-k', version, written(`${overlay}.yaml`, text));

  for (const version of VERSIONS)
    itWith(kustomize, manifests)(`keeps to the schemas of Kubernetes ${version}`, () => {
      const { ok, output } = validated(renderedText(overlay), version);
      // the tool does not know KEDA's kinds; another test checks those
      const complaints = output.split('\n').filter((line) => !/^INFO|keda\.sh/.test(line) && line !== '');
      expect({ ok, complaints }).toEqual({ ok: true, complaints: [] });
    });

  itWith(kustomize, manifests)('would not pass with a field that Kubernetes does not know', () => {
    const text = renderedText(overlay).replace('terminationGracePeriodSeconds', 'terminationGraceSeconds');
    expect(validated(text, '1.30').ok).toBe(false);
  });
});
