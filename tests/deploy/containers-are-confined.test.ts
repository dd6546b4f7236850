// A container that is broken into can do little, and one that fails takes little with it: what Compose and the overlays
// promise of every container.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { composeContainers, composeServices } from './compose-containers';
import { at, entriesOf, listOf, readText, readYaml, ROOT, textOf, type Tree } from './deploy-files';
import { itWith, kustomizeBuild } from './deploy-tools';
import type { DeployedContainer } from './deployed-container';
import { manifestContainers, podTemplates } from './manifest-containers';
import { OVERLAYS, rendered } from './rendered-overlay';

const isOurs = (service: Tree) => textOf(at(service, 'image')).includes('kurz:');
const isJob = (service: Tree) => at(service, 'restart') === 'no';

const OPERATORS = ['postgres_url', 'redis_url', 'clickhouse_url'];
const SERVICES = ['redirector', 'ingester', 'api'];

/** The names of the files with the store addresses that a container's environment gives it. */
const addressFilesOf = ({ own, shared }: DeployedContainer) =>
  Object.entries({ ...shared, ...own })
    .filter(([variable]) => /_URLS?_FILE$/.test(variable) && variable !== 'KURZ_SMTP_URL_FILE')
    .map(([, file]) => path.basename(file));

/** Store addresses that a container should not have, in its environment or its mounted secrets. */
function foreignAddresses(containers: DeployedContainer[]): string[] {
  return containers.flatMap((container) => {
    const { name, program } = container;
    const mounted = container.secrets
      .map((file) => path.basename(file))
      .filter((file) => file.endsWith('_url'));
    const files = [...addressFilesOf(container), ...mounted].filter((file) => file !== 'smtp_url');
    const isForeign = SERVICES.includes(program)
      ? (file: string) => !file.startsWith(`${program}_`)
      : (file: string) => name !== 'migrate' && !(name === 'kurz' && OPERATORS.includes(file));
    return files.filter(isForeign).map((file) => `${name} ${file}`);
  });
}

const storesOf = (containers: DeployedContainer[]) =>
  Object.fromEntries(containers.map((container) => [container.name, addressFilesOf(container).sort()]));

/** The addresses of each service: one for each store that it uses, under the service's name. */
const OWN = {
  redirector: ['redirector_postgres_url', 'redirector_redis_url'],
  ingester: ['ingester_clickhouse_url', 'ingester_postgres_url', 'ingester_redis_url'],
  api: ['api_clickhouse_url', 'api_postgres_url', 'api_redis_url'],
  topics: [],
};

describe('in Compose', () => {
  it('each service uses its own users of the stores and can read no other address', () => {
    expect(storesOf(composeContainers())).toMatchObject(OWN);
    expect(foreignAddresses(composeContainers())).toEqual([]);
  });

  it("PostgreSQL's superuser is known to PostgreSQL alone; the operator's address names the owner of the tables", () => {
    const readers = (secret: string) =>
      composeServices()
        .filter(([, service]) => listOf(at(service, 'secrets')).includes(secret))
        .map(([name]) => name);
    expect(readers('postgres_password')).toEqual(['postgres']);
    expect(readers('postgres_owner_password')).toEqual(['postgres']);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-secrets-'));
    try {
      execFileSync('sh', [path.join(ROOT, 'deploy', 'make-secrets.sh'), folder]);
      const { username } = new URL(readFileSync(path.join(folder, 'postgres_url'), 'utf8'));
      const [, postgres] = composeServices().find(([name]) => name === 'postgres') ?? [];
      expect([username, at(postgres, 'environment', 'POSTGRES_USER')]).toEqual(['kurz_owner', 'kurz']);
      // the image runs it at the first start of an empty volume
      expect(listOf(at(postgres, 'volumes'))).toContain(
        './deploy/postgres/make-owner.sh:/docker-entrypoint-initdb.d/make-owner.sh:ro',
      );
      expect(readText('deploy/postgres/make-owner.sql')).toMatch(/ALTER ROLE kurz_owner LOGIN NOSUPERUSER/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe.each(composeServices())('the container %s of Compose', (name, service) => {
  it('is limited in CPU, memory and processes, and in what it logs', () => {
    const limits = at(service, 'deploy', 'resources', 'limits');
    expect(entriesOf(limits).map(([key]) => key)).toEqual(expect.arrayContaining(['cpus', 'memory', 'pids']));
    expect(entriesOf(at(service, 'logging', 'options')).map(([key]) => key)).toEqual([
      'max-size',
      'max-file',
    ]);
  });

  it('comes back when it fails, and is asked whether it lives, unless it is a job', () => {
    if (isJob(service)) return;
    expect(at(service, 'restart')).toBe('unless-stopped');
    // our images bring their own health check
    if (!isOurs(service)) expect(listOf(at(service, 'healthcheck', 'test')).length).toBeGreaterThan(1);
  });

  it('names a version of its image', () => {
    expect(textOf(at(service, 'image'))).toMatch(/:[^:]*\d/);
    expect(textOf(at(service, 'image'))).not.toContain('latest');
  });

  it('holds no password of its own', () => {
    const told = entriesOf(at(service, 'environment'))
      .filter(([key]) => /PASSWORD|PEPPER|SECRET/.test(key))
      .filter(([key]) => !/_FILE$/.test(key));
    expect([name, told]).toEqual([name, []]);
  });

  it('cannot write its own code or gain rights', () => {
    // only Grafana writes outside its volume
    expect(at(service, 'read_only')).toBe(name === 'grafana' ? undefined : true);
    expect(at(service, 'cap_drop')).toEqual(['ALL']);
    expect(at(service, 'security_opt')).toEqual(['no-new-privileges:true']);
  });
});

/** Docker refuses a limit above what the machine has, and the guide asks for two processors. */
it('no container of Compose may use more than two processors', () => {
  const limits = composeServices().map(([name, service]) => [
    name,
    Number(at(service, 'deploy', 'resources', 'limits', 'cpus')),
  ]);
  expect(limits.filter(([, cpus]) => !(Number(cpus) > 0 && Number(cpus) <= 2))).toEqual([]);
});

it('ClickHouse is asked by its name, which the server of its first start does not answer', () => {
  const [, clickHouse] = composeServices().find(([name]) => name === 'clickhouse') ?? [];
  expect(listOf(at(clickHouse, 'healthcheck', 'test'))).toContain('http://clickhouse:8123/ping');
});

/** runc 1.1 gives a tmpfs the mode of the folder that it covers, whatever mode is set. Its default owner is root. */
it('a tmpfs over a folder of the image belongs to the user of the container', () => {
  const owners = composeServices().flatMap(([name, service]) =>
    listOf(at(service, 'tmpfs'))
      .map(textOf)
      .filter((tmpfs) => !tmpfs.startsWith('/tmp:'))
      .map((tmpfs) => [name, /,uid=(\d+)$/.exec(tmpfs)?.[1]]),
  );
  const users: Record<string, string> = { postgres: '999', kafka: '1000', clickhouse: '101' };
  expect(owners.length).toBeGreaterThan(0);
  expect(owners).toEqual(owners.map(([name = '']) => [name, users[name]]));
});

it('visitors over IPv6 come with their own address: the network of the front has IPv6', () => {
  const front = at(readYaml('docker-compose.yml'), 'networks', 'front');
  expect(at(front, 'enable_ipv6')).toBe(true);
  expect(textOf(at(front, 'ipam', 'config', 0, 'subnet'))).toMatch(/^fd[0-9a-f:]+::\/64$/);
});

it('the image runs as nobody, with an init, and asks itself whether it lives', () => {
  const dockerfile = readText('deploy/Dockerfile');
  expect(Number(/^USER (\d+):\d+$/m.exec(dockerfile)?.[1])).toBeGreaterThan(10_000);
  expect(dockerfile).toMatch(/^ENTRYPOINT \["tini", "--", "node"/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK .*answers-livez\.mjs/m);
});

it('no secret can come into the image or the repository', () => {
  const [first] = readText('.dockerignore')
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  expect(first).toBe('*');
  expect(readText('.dockerignore')).not.toMatch(/^!deploy$/m);
  expect(readText('deploy/.gitignore')).toContain('secrets/');
});

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  const kustomized = itWith(kustomizeBuild());
  const templates = () => podTemplates(rendered(overlay));
  const containers = () => templates().flatMap(({ template }) => listOf(at(template, 'spec', 'containers')));

  kustomized('runs every pod as nobody, without a token of Kubernetes', () => {
    for (const { name, template } of templates()) {
      const spec = at(template, 'spec');
      expect([name, at(spec, 'automountServiceAccountToken')]).toEqual([name, false]);
      expect(at(spec, 'securityContext', 'runAsNonRoot')).toBe(true);
      expect(Number(at(spec, 'securityContext', 'runAsUser'))).toBeGreaterThan(10_000);
      expect(at(spec, 'securityContext', 'seccompProfile', 'type')).toBe('RuntimeDefault');
    }
  });

  kustomized('gives no container a right, a root it can write, or memory without end', () => {
    for (const container of containers()) {
      expect(at(container, 'securityContext', 'capabilities', 'drop')).toEqual(['ALL']);
      expect(at(container, 'securityContext', 'allowPrivilegeEscalation')).toBe(false);
      expect(at(container, 'securityContext', 'readOnlyRootFilesystem')).toBe(true);
      for (const kind of ['requests', 'limits'])
        expect(entriesOf(at(container, 'resources', kind)).map(([key]) => key)).toEqual(
          expect.arrayContaining(['cpu', 'memory']),
        );
      expect(textOf(at(container, 'image'))).toMatch(/@sha256:[0-9a-f]{64}$/);
    }
  });

  kustomized('gives each service its own users of the stores, and no other address', () => {
    const deployed = manifestContainers(rendered(overlay));
    expect(storesOf(deployed)).toMatchObject(OWN);
    expect(foreignAddresses(deployed)).toEqual([]);
  });

  kustomized('asks for readiness and for life apart, and never restarts because of a store', () => {
    for (const { kind, name, template } of templates()) {
      if (kind === 'Job') continue;
      const container = at(template, 'spec', 'containers', 0);
      const asked = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) =>
        at(container, probe, 'httpGet', 'path'),
      );
      expect([name, asked]).toEqual([name, ['/livez', '/readyz', '/livez']]);
    }
  });

  kustomized('gives a pod that ends the time for its wait, its drain and its end', () => {
    for (const { kind, name, template } of templates()) {
      if (kind === 'Job') continue;
      const wait = Number(at(template, 'spec', 'containers', 0, 'lifecycle', 'preStop', 'sleep', 'seconds'));
      expect(wait).toBeGreaterThanOrEqual(5);
      const grace = Number(at(template, 'spec', 'terminationGracePeriodSeconds'));
      const settings = new Map(
        listOf(at(template, 'spec', 'containers', 0, 'env')).map((entry) => [
          textOf(at(entry, 'name')),
          Number(at(entry, 'value')),
        ]),
      );
      // KURZ_PRE_STOP_MS is a second by default
      const end = Math.max(10, 1 + (settings.get('KURZ_STOP_MS') ?? 0) / 1_000);
      expect([name, grace >= wait + end]).toEqual([name, true]);
    }
  });

  kustomized('denies what it does not name, both ways', () => {
    const denies = rendered(overlay).find(
      (document) =>
        at(document, 'kind') === 'NetworkPolicy' && at(document, 'metadata', 'name') === 'default-deny',
    );
    expect(at(denies, 'spec')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});
