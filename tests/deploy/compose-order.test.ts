// The order in which an upgrade by Compose recreates containers: Compose follows depends_on, upgrade.sh its list.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { composeServices } from './compose-containers';
import { at, textOf } from './deploy-files';

const conditionOf = (service: string, dependency: string) => {
  const [, found] = composeServices().find(([name]) => name === service) ?? [];
  return textOf(at(found, 'depends_on', dependency, 'condition'));
};

const JOBS = 'service_completed_successfully';

it.each(['ingester', 'redirector', 'api'])('%s waits for the migration and the topics', (service) => {
  expect(['migrate', 'topics'].map((job) => conditionOf(service, job))).toEqual([JOBS, JOBS]);
});

it('the ingester comes before the redirector, whose lines of visits it must know', () => {
  expect(conditionOf('redirector', 'ingester')).toBe('service_started');
});

it('the redirector comes before the API, whose links it must know', () => {
  expect(conditionOf('api', 'redirector')).toBe('service_started');
});

it('upgrade.sh runs the jobs first, then makes the three services anew in that order', () => {
  const script = readFileSync(path.join(__dirname, '..', '..', 'deploy', 'upgrade.sh'), 'utf8');
  const lists = Array.from(script.matchAll(/^for \w+ in (.*); do$/gm), ([, words]) => words);
  expect(lists).toEqual(['migrate topics', 'ingester redirector api']);
});

/** The Compose commands that `sh deploy/upgrade.sh` runs. */
function saidToCompose(...flags: string[]): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-compose-'));
  const [compose, said] = ['compose', 'said'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(compose, `#!/bin/sh\necho "$*" >>${said}\n`, { mode: 0o755 });
  const script = path.join(__dirname, '..', '..', 'deploy', 'upgrade.sh');
  try {
    const { status } = spawnSync('sh', [script, ...flags], { env: { ...process.env, COMPOSE: compose } });
    expect(status).toBe(0);
    return readFileSync(said, 'utf8').trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('upgrade.sh --build migrates by the image that it builds, not by the one that is there', () => {
  const migrate = 'run --rm --no-deps -T migrate';
  expect(saidToCompose('--build').slice(0, 2)).toEqual(['build', migrate]);
  expect(saidToCompose('--no-build')[0]).toBe(migrate);
});

it.each(['--pull always', '--pull=always'])(
  'upgrade.sh %s migrates by the image that it pulls, not by the one that is there',
  (flags) => {
    const [first, second] = saidToCompose(...flags.split(' '));
    expect([first, second]).toEqual(['pull migrate topics', 'run --rm --no-deps -T migrate']);
  },
);
