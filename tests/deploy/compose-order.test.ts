// In which order an upgrade by Compose makes the containers anew: Compose follows depends_on, deploy/upgrade.sh its list.

import { readFileSync } from 'node:fs';
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
