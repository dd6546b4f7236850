// What Compose and the overlays put into the environment is what the programs read: no name that nobody knows, nothing
// missing, nothing refused.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { composeContainers } from './compose-containers';
import { ROOT } from './deploy-files';
import { itWith, kustomizeBuild } from './deploy-tools';
import { environmentOf, settingNameOf, type DeployedContainer } from './deployed-container';
import { manifestContainers } from './manifest-containers';
import { OVERLAYS, rendered } from './rendered-overlay';
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

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-secrets-'));
  execFileSync('sh', [path.join(ROOT, 'deploy', 'make-secrets.sh'), folder]);
  // Kubernetes has it besides
  writeFileSync(path.join(folder, 'kafka_username'), 'kurz');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function itFits(containersOf: () => DeployedContainer[], check: (title: string, test: () => void) => void) {
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
        .faultsOf(environmentOf(container, (file) => path.join(folder, path.basename(file))))
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

  itFits(composeContainers, it);

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
  itFits(() => manifestContainers(rendered(overlay)), itWith(kustomizeBuild()));
});

describe('a test of this kind', () => {
  it('notices what is required and what is refused', () => {
    expect(settings.redirector.faultsOf({}).join()).toContain('KURZ_REDIS_URL is missing');
    expect(settings.redirector.required).toContain('KURZ_JOURNAL_DIR');
    expect(settings.redirector.faultsOf({ KURZ_PORT: 'eighty' }).join()).toContain('KURZ_PORT');
  });
});
