// A port is written in many places: what listens, who calls it, and what is let through say the same number.

import { composeContainers, composeServices } from './compose-containers';
import { at, listOf, readText, readYaml, textOf, type Tree } from './deploy-files';
import { itWith, kustomizeBuild } from './deploy-tools';
import { manifestContainers, podTemplates } from './manifest-containers';
import { OVERLAYS, rendered } from './rendered-overlay';
import { settingsOf, type Program } from './service-settings';

const SERVICES = ['redirector', 'ingester', 'api'] as const;

const defaultPort = (program: Program, setting: string) => settingsOf(program).defaults.get(setting);
const kustomized = itWith(kustomizeBuild());

it('Compose gives each service the ports that are its defaults', () => {
  for (const { name, program, ports } of composeContainers().filter(({ program }) => program !== 'admin')) {
    expect([name, ports['operations']]).toEqual([name, defaultPort(program, 'KURZ_OPS_PORT')]);
    expect([name, ports['http']]).toEqual([name, defaultPort(program, 'KURZ_PORT')]);
  }
});

it('Prometheus asks the operations ports', () => {
  const jobs = listOf(at(readYaml('deploy/prometheus/prometheus.yml'), 'scrape_configs'));
  const asked = jobs.map((job) => [
    textOf(at(job, 'job_name')),
    at(job, 'dns_sd_configs', 0, 'names', 0),
    at(job, 'dns_sd_configs', 0, 'port'),
  ]);
  expect(asked).toEqual(SERVICES.map((name) => [name, name, defaultPort(name, 'KURZ_OPS_PORT')]));
});

it('Caddy calls services that are there, at ports they listen on', () => {
  const listening = composeContainers().flatMap(({ name, ports }) =>
    Object.values(ports).map((port) => `${name}:${port}`),
  );
  const called = [
    ...readText('deploy/caddy/Caddyfile').matchAll(/(?:reverse_proxy |https?:\/\/)([a-z]+:\d+)/g),
  ].map(([, target]) => target);
  expect(new Set(called)).toEqual(new Set(['api:9103', 'api:8081', 'redirector:8080']));
  expect(listening).toEqual(expect.arrayContaining(called));
});

it('the image tells of every port that a service listens on, and its health check tries each operations port', () => {
  const exposed = /^EXPOSE (.*)$/m.exec(readText('deploy/Dockerfile'))?.[1]?.split(' ').map(Number) ?? [];
  const operations = SERVICES.map((name) => defaultPort(name, 'KURZ_OPS_PORT'));
  const http = SERVICES.map((name) => defaultPort(name, 'KURZ_PORT')).filter((port) => port !== undefined);
  expect(new Set(exposed)).toEqual(new Set([...http, ...operations]));
  expect(readText('deploy/image/answers-livez.mjs')).toContain(`[${operations.join(', ')}]`);
});

it('stores are published nowhere, and Grafana on this machine alone', () => {
  const published = composeServices().flatMap(([name, service]) =>
    listOf(at(service, 'ports')).map((port) => `${name} ${textOf(port)}`),
  );
  expect(published).toEqual([
    'caddy 80:80',
    'caddy 443:443',
    'caddy 443:443/udp',
    'grafana 127.0.0.1:3001:3000',
  ]);
});

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  kustomized('lets containers listen where their programs do, and measures them there', () => {
    const documents = rendered(overlay);
    for (const { name, program, ports } of manifestContainers(documents)) {
      if (program === 'admin') continue;
      expect([name, ports['operations']]).toEqual([name, defaultPort(program, 'KURZ_OPS_PORT')]);
      expect([name, ports['http']]).toEqual([name, defaultPort(program, 'KURZ_PORT')]);
      const template = podTemplates(documents).find((candidate) => candidate.name === name)?.template;
      const annotated = at(template, 'metadata', 'annotations', 'prometheus.io/port');
      expect([name, Number(annotated)]).toEqual([name, ports['operations']]);
    }
  });

  kustomized('lets through to each pod the ports that it has', () => {
    const documents = rendered(overlay);
    const has = new Set(manifestContainers(documents).flatMap(({ ports }) => Object.values(ports)));
    const isPolicy = (document: Tree) => at(document, 'kind') === 'NetworkPolicy';
    const letIn = documents
      .filter(isPolicy)
      .flatMap((policy) => listOf(at(policy, 'spec', 'ingress')))
      .flatMap((rule) => listOf(at(rule, 'ports')).map((port) => at(port, 'port')));
    expect(new Set(letIn)).toEqual(has);
  });
});
