// A port is written in many places: listeners, callers and network policies have the same number.

import { composeContainers, composeServices } from './compose-containers';
import { at, listOf, readText, readYaml, textOf, yamlDocuments, type Tree } from './deploy-files';
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

/** Caddy's default upstreams, by the variable that changes them. */
const called = new Map(
  [
    ...readText('deploy/caddy/Caddyfile').matchAll(
      /(?:reverse_proxy |https?:\/\/)\{\$(KURZ_[A-Z_]+):([a-z]+:\d+)\}/g,
    ),
  ].map(([, variable = '', target = '']) => [variable, target]),
);

it('Caddy calls services that are there, at ports they listen on', () => {
  const listening = composeContainers().flatMap(({ name, ports }) =>
    Object.values(ports).map((port) => `${name}:${port}`),
  );
  expect(new Set(called.values())).toEqual(new Set(['api:9103', 'api:8081', 'redirector:8080']));
  expect(listening).toEqual(expect.arrayContaining([...called.values()]));
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

/** The rules with which the guide lets Prometheus find the pods. */
function relabellingOfGuide() {
  const [, scraping = ''] = /```yaml\n(scrape_configs:\n[^]*?)```/.exec(readText('docs/operating.md')) ?? [];
  return listOf(at(yamlDocuments(scraping)[0], 'scrape_configs', 0, 'relabel_configs'));
}

// an evicted pod stays in the list, and would be a service that is down for good
it('asks no pod that has ended for its metrics', () => {
  expect(relabellingOfGuide()).toContainEqual({
    source_labels: ['__meta_kubernetes_pod_phase'],
    regex: 'Succeeded|Failed',
    action: 'drop',
  });
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

  kustomized('names by their label the pods that the alerts ask for by job', () => {
    expect(relabellingOfGuide()).toContainEqual({
      source_labels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'],
      target_label: 'job',
    });
    const documents = rendered(overlay);
    const measured = manifestContainers(documents).filter(({ ports }) => ports['operations'] !== undefined);
    const jobs = measured.map(({ name }) => {
      const template = podTemplates(documents).find((candidate) => candidate.name === name)?.template;
      return textOf(at(template, 'metadata', 'labels', 'app.kubernetes.io/name'));
    });
    expect(jobs.sort()).toEqual([...SERVICES].sort());
  });

  kustomized('has the services that the guide has Caddy call', () => {
    const told = [...readText('docs/operating.md').matchAll(/`(KURZ_[A-Z_]+)=([a-z.-]+:\d+)`/g)]
      .map(([, variable = '', target = '']): [string, string] => [variable, target])
      .filter(([variable]) => called.has(variable));
    expect(told.map(([variable]) => variable).sort()).toEqual([...called.keys()].sort());
    const services = rendered(overlay)
      .filter((document) => at(document, 'kind') === 'Service')
      .flatMap((service) =>
        listOf(at(service, 'spec', 'ports')).map(
          (port) =>
            `${textOf(at(service, 'metadata', 'name'))}.${textOf(at(service, 'metadata', 'namespace'))}:${textOf(at(port, 'port'))}`,
        ),
      );
    expect(services).toEqual(expect.arrayContaining(told.map(([, target]) => target)));
  });

  kustomized('lets pods out to the servers that the guide names in front of the stores', () => {
    const guide = readText('docs/operating.md');
    const sentinels = [...guide.matchAll(/redis\+sentinel:\/\/\S+?@\S+?:(\d+)/g)].map(([, port]) =>
      Number(port),
    );
    const letOut = rendered(overlay)
      .filter((document) => at(document, 'metadata', 'name') === 'to-postgres-and-redis')
      .flatMap((policy) => listOf(at(policy, 'spec', 'egress', 0, 'ports')).map((port) => at(port, 'port')));
    // PgBouncer's own default is 6432
    expect(letOut).toEqual(expect.arrayContaining([...sentinels, 6432]));
    expect(sentinels).toEqual([26379]);
  });

  kustomized('lets pods ask for names in the cluster and at NodeLocal DNSCache of their node', () => {
    const policy = rendered(overlay).find((document) => at(document, 'metadata', 'name') === 'to-names');
    expect(listOf(at(policy, 'spec', 'egress', 0, 'to'))).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } },
      { ipBlock: { cidr: '169.254.20.10/32' } },
    ]);
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
