// `npm run release -- 1.2.3 [--dry-run]`: gives every package, the image, Compose, the Helm chart and the changelog the
// version, writes the bill of materials to release/, commits and tags. It pushes nothing and prints what is left to do.
// A dry run prints the steps and the bill alone, and changes nothing.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials } from './bill-of-materials.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

function fail(reason) {
  console.error(`release: ${reason}`);
  process.exit(1);
}

/** True when `wanted` is a later version than `current`. */
function isLater(wanted, current) {
  const [a, b] = [wanted, current].map((version) => VERSION.exec(version).slice(1).map(Number));
  const differs = a.findIndex((part, index) => part !== b[index]);
  return differs !== -1 && a[differs] > b[differs];
}

function replaced(file, pattern, by) {
  const text = read(file);
  if (!pattern.test(text)) fail(`${file} has nothing like ${pattern}`);
  return [file, text.replace(pattern, by)];
}

/** The files to change, with their new texts. */
function changesFor(version, day) {
  const manifests = git('ls-files', 'package.json', '*/package.json').trim().split('\n');
  const versioned = manifests.filter((file) => /^ {2}"version": /m.test(read(file)));
  return [
    ...versioned.map((file) => replaced(file, /^( {2}"version": )"[^"]*"/m, `$1"${version}"`)),
    replaced('deploy/Dockerfile', /^ARG KURZ_VERSION=.*$/m, `ARG KURZ_VERSION=${version}`),
    replaced(
      'deploy/helm/kurz/Chart.yaml',
      /^version: .*\nappVersion: .*$/m,
      `version: ${version}\nappVersion: ${version}`,
    ),
    replaced('docker-compose.yml', /(\$\{KURZ_IMAGE:-kurz:)[^}]*\}/, `$1${version}}`),
    replaced('CHANGELOG.md', /^## \[Unreleased\]\n/m, `## [Unreleased]\n\n## [${version}] - ${day}\n`),
  ];
}

const [version = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isDryRun = process.argv.includes('--dry-run');
const current = JSON.parse(read('package.json')).version;
if (!VERSION.test(version)) fail('name the version: npm run release -- 1.2.3 [--dry-run]');
if (!isLater(version, current)) fail(`${version} is not later than ${current}`);
if (/^## \[Unreleased\]\s*(?:^## |$(?![^]))/m.test(read('CHANGELOG.md')))
  fail('CHANGELOG.md has nothing unreleased');
if (!isDryRun && git('status', '--porcelain') !== '') fail('the working tree is not clean');

const changes = changesFor(version, new Date().toISOString().slice(0, 10));
const bill = billOfMaterials(ROOT, version);
const billFile = path.join('release', `kurz-${version}.cdx.json`);
if (isDryRun) {
  for (const [file] of changes) console.error(`would change ${file}`);
  console.error(`would write ${billFile}, commit and tag v${version}`);
  process.stdout.write(bill);
} else {
  for (const [file, text] of changes) writeFileSync(path.join(ROOT, file), text);
  mkdirSync(path.join(ROOT, 'release'), { recursive: true });
  writeFileSync(path.join(ROOT, billFile), bill);
  git('commit', '--quiet', '--message', `release: ${version}`, '--', ...changes.map(([file]) => file));
  git('tag', '--annotate', '--message', `Kurz ${version}`, `v${version}`);
  console.log(`committed and tagged v${version}; the bill of materials is ${billFile}. Then:
  git push --follow-tags
  docker build --file deploy/Dockerfile --build-arg KURZ_VERSION=${version} \\
    --build-arg KURZ_REVISION=$(git rev-parse HEAD) --tag kurz:${version} .
The tag has the release workflow publish the chart where its variable CHART_REGISTRY is set.`);
}
