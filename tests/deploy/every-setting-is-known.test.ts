// What Compose and the overlays put into the environment is what the programs read: no unknown name, nothing
// missing, nothing refused.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { composeContainers, composeServices } from './compose-containers';
import { at, listOf, readYaml, ROOT, textOf, type Tree } from './deploy-files';
import { itWith, kustomizeBuild } from './deploy-tools';
import { environmentOf, settingNameOf, type DeployedContainer } from './deployed-container';
import { manifestContainers } from './manifest-containers';
import { doctorOf, OVERLAYS, rendered } from './rendered-overlay';
import { settingsOf, type Program } from './service-settings';

const settings = {
  redirector: settingsOf('redirector'),
  ingester: settingsOf('ingester'),
  api: settingsOf('api'),
  admin: settingsOf('admin'),
} satisfies Partial<Record<Program, unknown>>;

type Deployed = keyof typeof settings;

const isKnown = (program: Deployed, variable: string) =>
  settings[program].defaults.has(settingNameOf(variable));

/** Made as in the operating guide: addresses without TLS for Compose, with TLS for Kubernetes. */
let secrets: { compose: string; cluster: string };
beforeAll(() => {
  const made = (...flags: string[]) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-secrets-'));
    execFileSync('sh', [path.join(ROOT, 'deploy', 'make-secrets.sh'), ...flags, folder]);
    return folder;
  };
  secrets = { compose: made(), cluster: made('--cluster') };
});
afterAll(() => {
  for (const folder of Object.values(secrets)) rmSync(folder, { recursive: true, force: true });
});

function itFits(
  of: keyof typeof secrets,
  containersOf: () => DeployedContainer[],
  check: (title: string, test: () => void) => void,
) {
  check('gives no container a variable that its program does not read', () => {
    const unknown = containersOf().flatMap(({ name, program, own }) =>
      Object.keys(own)
        .filter((variable) => variable.startsWith('KURZ_') && !isKnown(program, variable))
        .map((variable) => `${name} ${variable}`),
    );
    expect(unknown).toEqual([]);
  });

  check('shares no variable that no program reads', () => {
    const shared = new Set(containersOf().flatMap((container) => Object.keys(container.shared)));
    const programs: Deployed[] = ['redirector', 'ingester', 'api', 'admin'];
    expect([...shared].filter((variable) => !programs.some((program) => isKnown(program, variable)))).toEqual(
      [],
    );
  });

  check('gives every program all that it requires, and nothing that it refuses', () => {
    const faults = containersOf().flatMap((container) =>
      settings[container.program]
        .faultsOf(environmentOf(container, (file) => path.join(secrets[of], path.basename(file))))
        .map((fault) => `${container.name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  check('mounts every secret that a variable names', () => {
    const absent = containersOf().flatMap((container) => {
      const files = Object.entries({ ...container.shared, ...container.own })
        .filter(([variable]) => variable.endsWith('_FILE') && isKnown(container.program, variable))
        .map(([, file]) => file);
      return files
        .filter((file) => !container.secrets.includes(file))
        .map((file) => `${container.name} ${file}`);
    });
    expect(absent).toEqual([]);
  });
}

describe('docker-compose.yml', () => {
  it('runs all three services and the admin command', () => {
    expect(new Set(composeContainers().map(({ program }) => program))).toEqual(
      new Set(Object.keys(settings)),
    );
  });

  itFits('compose', composeContainers, it);

  it('asks for stores without TLS on networks alone that have no way out', () => {
    const told = composeContainers().filter(({ own }) => own['KURZ_PRIVATE_NETWORK'] === 'true');
    expect(told.map(({ name }) => name).sort()).toEqual(['api', 'ingester', 'kurz', 'migrate', 'redirector']);
    const compose = readYaml('docker-compose.yml');
    for (const store of ['postgres', 'redis', 'clickhouse', 'kafka'])
      expect(listOf(at(compose, 'services', store, 'networks'))).toEqual(['stores']);
    expect(at(compose, 'networks', 'stores', 'internal')).toBe(true);
  });

  it('has a way out for services that ask name servers, other shorteners or the mail server', () => {
    const compose = readYaml('docker-compose.yml');
    const hasWayOut = ([name]: [string, Tree]) =>
      listOf(at(compose, 'services', name, 'networks')).some(
        (network) => at(compose, 'networks', textOf(network), 'internal') !== true,
      );
    const out = composeServices().filter(hasWayOut);
    expect(out.map(([name]) => name)).toEqual(expect.arrayContaining(['api', 'kurz', 'caddy']));
    for (const name of ['ingester', 'migrate', 'topics']) expect(out.map(([one]) => one)).not.toContain(name);
  });

  it('tells the admin command of the mail server and of the front what it tells the API', () => {
    const [api, kurz] = ['api', 'kurz'].map((name) => composeContainers().find((one) => one.name === name));
    for (const name of ['KURZ_SMTP_URL_FILE', 'KURZ_MAIL_FROM', 'KURZ_APP_URL', 'KURZ_EDGE_HOSTS']) {
      expect(api?.own[name]).toBeDefined();
      expect({ [name]: kurz?.own[name] }).toEqual({ [name]: api?.own[name] });
    }
  });

  it('has the admin command make the topics that the start makes', () => {
    const topicSettings = (service: string) =>
      Object.entries(composeContainers().find(({ name }) => name === service)?.own ?? {}).filter(([name]) =>
        name.startsWith('KURZ_KAFKA_'),
      );
    expect(new Map(topicSettings('topics')).get('KURZ_KAFKA_REPLICATION')).toBe('1');
    expect(topicSettings('kurz')).toEqual(topicSettings('topics'));
  });
});

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  itFits(
    'cluster',
    () => manifestContainers([...rendered(overlay), doctorOf(overlay)]),
    itWith(kustomizeBuild()),
  );

  itWith(kustomizeBuild())('tells the API where people and visitors of custom domains arrive', () => {
    const api = manifestContainers(rendered(overlay)).find(({ name }) => name === 'api');
    expect(api?.shared).toMatchObject({
      KURZ_APP_URL: expect.stringMatching(/^https:/) as unknown,
      KURZ_EDGE_HOSTS: expect.stringMatching(/./) as unknown,
    });
  });
});

it('no service starts with the plain addresses of Compose where nothing says that the network is private', () => {
  const plain = composeContainers().filter(({ own }) => own['KURZ_PRIVATE_NETWORK'] === 'true');
  for (const container of plain) {
    const own = { ...container.own, KURZ_PRIVATE_NETWORK: 'false' };
    const environment = environmentOf({ ...container, own }, (file) =>
      path.join(secrets.compose, path.basename(file)),
    );
    expect(settings[container.program].faultsOf(environment).join()).toContain('KURZ_REDIS_URL has no TLS');
  }
});

describe('a test of this kind', () => {
  it('notices what is required and what is refused', () => {
    expect(settings.redirector.faultsOf({}).join()).toContain('KURZ_REDIS_URL is missing');
    expect(settings.redirector.required).toContain('KURZ_JOURNAL_DIR');
    expect(settings.redirector.faultsOf({ KURZ_PORT: 'eighty' }).join()).toContain('KURZ_PORT');
  });
});
