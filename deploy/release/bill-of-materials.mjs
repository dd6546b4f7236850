// The bill of materials of a release, as CycloneDX JSON: every npm package that a service or the embedded product uses
// at run time, with its version, licence and dependencies. Packages that only build or test are left out.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';

const isShipped = (root, folder) => /^(?:libs|services)\b/.test(path.relative(root, folder));

const manifestIn = (folder) => {
  const file = path.join(folder, 'package.json');
  // a package for another platform is not installed
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

/** The workspace's packages with all their run-time dependencies, as pnpm lists them. */
function listPackages(root) {
  const { packageManager } = manifestIn(root);
  const args = ['--yes', packageManager, 'list', '--recursive', '--prod', '--depth', 'Infinity', '--json'];
  const listed = execFileSync('npx', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(listed).filter((entry) => isShipped(root, entry.path));
}

function licenceOf({ license }) {
  if (typeof license !== 'string') return undefined;
  if (SPDX.isSupportedSpdxId(license)) return new Models.SpdxLicense(license);
  return / (?:AND|OR|WITH) /.test(license)
    ? new Models.LicenseExpression(license)
    : new Models.NamedLicense(license);
}

function componentOf(name, folder, version) {
  const manifest = manifestIn(folder);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const component = new Models.Component(Enums.ComponentType.Library, name, { version, purl, bomRef: purl });
  const licence = licenceOf(manifest);
  if (licence) component.licenses.add(licence);
  return component;
}

/** The document's text; `version` is the release's. */
export function billOfMaterials(root, version) {
  const components = new Map();
  /** pnpm lists a package's dependencies once, and refers to them at later occurrences. */
  const visit = (name, entry) => {
    const isOwn = entry.version.startsWith('link:') || isShipped(root, entry.path);
    const key = isOwn ? name : entry.path;
    const known = components.get(key) ?? componentOf(name, entry.path, isOwn ? version : entry.version);
    components.set(key, known);
    for (const [itsName, its] of Object.entries(entry.dependencies ?? {})) {
      known.dependencies.add(visit(itsName, its).bomRef);
    }
    return known;
  };
  const application = new Models.Component(Enums.ComponentType.Application, 'kurz', {
    version,
    bomRef: 'kurz',
  });
  application.licenses.add(new Models.SpdxLicense('MIT'));
  for (const entry of listPackages(root)) application.dependencies.add(visit(entry.name, entry).bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: application, timestamp: new Date() }),
  });
  for (const component of components.values()) bom.components.add(component);
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 });
  return `${text}\n`;
}
