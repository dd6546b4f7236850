// The files about the repository itself: CI runs what is there, every action is pinned, forms and settings keep to
// their schemas, links lead somewhere.

import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { at, entriesOf, listOf, readText, readYaml, ROOT, textOf, type Tree } from './deploy-files';
import { itWith, pythonTools, ran } from './deploy-tools';

const { compose: jsonSchema } = pythonTools();
const WORKFLOW = '.github/workflows/ci.yml';
const WORKFLOWS = [WORKFLOW, '.github/workflows/release.yml'];
const workflow = readYaml(WORKFLOW);
const manifest = readYaml('package.json');
const jobs = entriesOf(at(workflow, 'jobs'));
const steps = jobs.flatMap(([job, tree]) => listOf(at(tree, 'steps')).map((step) => ({ job, step })));
const forms = readdirSync(path.join(ROOT, '.github', 'ISSUE_TEMPLATE')).filter(
  (name) => name !== 'config.yml',
);

const runsOf = (job: string) =>
  steps.flatMap((step) => (step.job === job ? [textOf(at(step.step, 'run'))] : [])).join('\n');
const listOfText = (tree: Tree | undefined) => listOf(tree).map(textOf);

describe('the workflow', () => {
  it('runs npm scripts that exist', () => {
    const scripts = entriesOf(at(manifest, 'scripts')).map(([name]) => name);
    const named = steps.flatMap(({ step }) =>
      [...textOf(at(step, 'run')).matchAll(/\bnpm (?:run (?:--silent )?)?([\w:]+)/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect(named).toEqual(
      expect.arrayContaining(['typecheck', 'lint', 'format:check', 'test:unit', 'start']),
    );
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('runs and builds from files that exist', () => {
    const runs = jobs.map(([job]) => runsOf(job)).join('\n');
    expect(runs).toContain('.ci/run');
    expect(statSync(path.join(ROOT, '.ci', 'run')).mode & 0o111).not.toBe(0);
    const [, dockerfile = ''] = /docker build --file (\S+)/.exec(runs) ?? [];
    expect(existsSync(path.join(ROOT, dockerfile))).toBe(true);
    const [, program = ''] = /docker run --rm kurz (\S+)/.exec(runs) ?? [];
    expect(existsSync(path.join(ROOT, program.replace('/dist/', '/src/').replace(/js$/, 'ts')))).toBe(true);
  });

  it('pins every action by its commit, with the version beside it', () => {
    const lines = WORKFLOWS.flatMap((file) => readText(file).match(/uses: .*/g) ?? []);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    const commits = new Map(lines.map((line) => [line.split('@')[0], line]));
    expect(new Set(lines).size).toBe(commits.size);
  });

  it('installs with the pnpm of package.json', () => {
    expect(at(workflow, 'env', 'PNPM')).toBe(at(manifest, 'packageManager'));
    for (const { step } of steps) {
      const run = textOf(at(step, 'run'));
      if (run.includes(' install --frozen-lockfile')) expect(run).toContain('npx --yes "$PNPM" install');
    }
  });

  it('lints and tests on the oldest Node that is supported, on the one of the image, between, and on the newest', () => {
    const nodes = listOfText(at(workflow, 'jobs', 'quick', 'strategy', 'matrix', 'node')).map(Number);
    const oldest = Number(/\d+/.exec(textOf(at(manifest, 'engines', 'node')))?.[0]);
    const ofImage = Number(/NODE_IMAGE=node:(\d+)/.exec(readText('deploy/Dockerfile'))?.[1]);
    expect(nodes).toEqual([oldest, 22, ofImage, 26]);
    for (const script of ['lint', 'test:unit']) expect(runsOf('quick')).toContain(`npm run ${script}`);
  });

  it('may only read, and gives no step the token that fetched the code', () => {
    expect(at(workflow, 'permissions')).toEqual({ contents: 'read' });
    const checkouts = steps.filter(({ step }) => textOf(at(step, 'uses')).startsWith('actions/checkout@'));
    expect(checkouts).toHaveLength(jobs.length);
    for (const { step } of checkouts) expect(at(step, 'with', 'persist-credentials')).toBe(false);
  });

  it('ends every job in time', () => {
    for (const [name, job] of jobs)
      expect([name, Number(at(job, 'timeout-minutes')) > 0]).toEqual([name, true]);
  });
});

describe('the workflow of a release', () => {
  const release = readYaml('.github/workflows/release.yml');
  const chart = at(release, 'jobs', 'chart');
  const runs = listOf(at(chart, 'steps')).map((step) => textOf(at(step, 'run')));

  it('publishes the chart that the manifests make, at a tag and only where a registry is set', () => {
    expect(entriesOf(at(release, 'on')).map(([event]) => event)).toEqual(['push']);
    expect(at(release, 'on', 'push')).toEqual({ tags: ['v*'] });
    expect(runs.join('\n')).toContain('npm run chart -- --check');
    const pushing = listOf(at(chart, 'steps')).filter((step) =>
      textOf(at(step, 'run')).includes('helm push'),
    );
    expect(pushing.map((step) => at(step, 'if'))).toEqual(["vars.CHART_REGISTRY != ''"]);
  });

  it('may write packages alone, ends in time, and installs with the pnpm of package.json', () => {
    expect(at(release, 'permissions')).toEqual({ contents: 'read' });
    expect(at(chart, 'permissions')).toEqual({ contents: 'read', packages: 'write' });
    expect(Number(at(chart, 'timeout-minutes'))).toBeGreaterThan(0);
    expect(at(release, 'env', 'PNPM')).toBe(at(manifest, 'packageManager'));
    expect(at(chart, 'steps', 0, 'with', 'persist-credentials')).toBe(false);
  });
});

describe('by its published schema', () => {
  const validated: [string, string][] = [
    ...WORKFLOWS.map((file): [string, string] => ['vendor.github-workflows', file]),
    ['vendor.github-issue-config', '.github/ISSUE_TEMPLATE/config.yml'],
    ...forms.map((name): [string, string] => ['vendor.github-issue-forms', `.github/ISSUE_TEMPLATE/${name}`]),
    ['vendor.renovate', 'renovate.json'],
  ];
  for (const [schema, file] of validated)
    itWith(jsonSchema)(`${file} is right`, () => {
      expect(ran(jsonSchema, '--builtin-schema', schema, path.join(ROOT, file))).toMatchObject({ ok: true });
    });
});

describe('the texts', () => {
  const texts = ['SECURITY.md', 'CHANGELOG.md', '.github/PULL_REQUEST_TEMPLATE.md'];

  it('name no address of a person, and vulnerabilities are reported in private', () => {
    for (const file of texts) expect(readText(file)).not.toMatch(/[\w.]+@[\w-]+\.\w+/);
    expect(readText('SECURITY.md')).toContain('private vulnerability reporting');
  });

  it('have links to files that exist', () => {
    const targets = texts.flatMap((file) =>
      [...readText(file).matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target),
    );
    const local = targets.filter((target) => !target.startsWith('https://'));
    expect(local.length).toBeGreaterThan(2);
    expect(local.filter((target) => !existsSync(path.join(ROOT, target)))).toEqual([]);
  });

  it('tell what changed since the last version under the headings of Keep a Changelog', () => {
    const headings = readText('CHANGELOG.md').match(/^##+ .*/gm) ?? [];
    expect(headings[0]).toBe('## [Unreleased]');
    const known =
      /^## \[(Unreleased|\d+\.\d+\.\d+)\]|^### (Added|Changed|Deprecated|Removed|Fixed|Security)$/;
    expect(headings.filter((heading) => !known.test(heading))).toEqual([]);
  });
});
